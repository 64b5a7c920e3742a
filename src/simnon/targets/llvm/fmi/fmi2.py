"""The functions of FMI 2.0 as LLVM text."""

from ...instance_image import InstanceImage
from .instance import (
    CO_SIMULATION,
    ENVIRONMENT,
    KIND,
    LOGGER,
    MODEL_EXCHANGE,
    NAME,
    element,
    text_constant,
)
from .services import DISCARD, OK, failure_text, function, header, returning

_M = "ptr %m"
_REFERENCES = "ptr %m, ptr %r, i64 %n, ptr %v"


def fmi2_text(image: InstanceImage) -> str:
    takes = "ptr %environment, ptr %name, i32 3, ptr @category, ptr %message"
    call = f"call void (ptr, ptr, i32, ptr, ptr, ...) %logger({takes})"
    return "\n".join(
        [
            text_constant("version", "2.0"),
            text_constant("platform", "default"),
            failure_text(call),
            *_instances(),
            *_modes(image),
            *_numbers(),
            *_states(image),
            *_continuous(),
            *_steps(image),
        ]
    )


def _instances() -> list[str]:
    make = f"""  %same = call i1 @m.same(ptr %guid, ptr @token)
  br i1 %same, label %create, label %none
create:
  %m = call ptr @m.new()
  %failed = icmp eq ptr %m, null
  br i1 %failed, label %none, label %fill
fill:
{header("logger_at", LOGGER)}
{header("environment_at", ENVIRONMENT)}
{header("kind_at", KIND)}
{header("name_at", NAME)}
  %logger = load ptr, ptr %callbacks
  %env_at = getelementptr i8, ptr %callbacks, i64 32
  %env = load ptr, ptr %env_at
  %is_steps = icmp eq i32 %type, 1
  %kind = select i1 %is_steps, i64 {CO_SIMULATION}, i64 {MODEL_EXCHANGE}
  store ptr %logger, ptr %logger_at
  store ptr %env, ptr %environment_at
  store i64 %kind, ptr %kind_at
  store ptr %name, ptr %name_at
  ret ptr %m
none:
  ret ptr null"""
    parameters = "ptr %name, i32 %type, ptr %guid, ptr %path, ptr %callbacks, i32 %visible, i32 %logging"
    return [
        returning("ptr", "fmi2GetVersion", "", "@version"),
        returning("ptr", "fmi2GetTypesPlatform", "", "@platform"),
        returning("i32", "fmi2SetDebugLogging", "ptr %m, i32 %on, i64 %n, ptr %categories", "0"),
        function("ptr", "fmi2Instantiate", parameters, make),
        function("void", "fmi2FreeInstance", _M, "  call void @free(ptr %m)\n  ret void"),
        function("i32", "fmi2Reset", _M, "  call void @m.reset(ptr %m)\n  ret i32 0"),
        returning("i32", "fmi2Terminate", _M, "0"),
    ]


def _modes(image: InstanceImage) -> list[str]:
    setup = """  %has_tolerance = icmp ne i32 %tolerant, 0
  %relative = select i1 %has_tolerance, double %tolerance, double 0.0
  %wide = zext i32 %stopping to i64
  call void @m.prepare(ptr %m, double %start, double %stop, i64 %wide, double %relative)
  ret i32 0"""
    leave = """  %status = call i64 @m.begin(ptr %m)
  %is_well = icmp ule i64 %status, 2
  br i1 %is_well, label %done, label %failed
done:
  ret i32 0
failed:
  %code = call i32 @m.fail(ptr %m, i64 %status)
  ret i32 %code"""
    changed = 1 if image.state_count else 0
    update = f"""  %status = call i64 @m.update(ptr %m)
  %terminate = getelementptr i8, ptr %info, i64 4
  %nominals = getelementptr i8, ptr %info, i64 8
  %changed = getelementptr i8, ptr %info, i64 12
  %next = getelementptr i8, ptr %info, i64 16
  %at = getelementptr i8, ptr %info, i64 24
  %is_over = icmp eq i64 %status, 1
  %over = zext i1 %is_over to i32
  %defined = call i1 @m.next_event(ptr %m, ptr %at)
  %has_next = zext i1 %defined to i32
  store i32 0, ptr %info
  store i32 %over, ptr %terminate
  store i32 0, ptr %nominals
  store i32 {changed}, ptr %changed
  store i32 %has_next, ptr %next
  %is_bad = icmp eq i64 %status, 2
  br i1 %is_bad, label %failed, label %done
done:
  ret i32 0
failed:
{element(image, "status_at", "own", image.offset_of_own["status"])}
  %number = load double, ptr %status_at
  %reason = fptosi double %number to i64
  %code = call i32 @m.fail(ptr %m, i64 %reason)
  ret i32 %code"""
    parameters = "ptr %m, i32 %tolerant, double %tolerance, double %start, i32 %stopping, double %stop"
    plain = ("EnterInitializationMode", "EnterEventMode", "EnterContinuousTimeMode")
    return [
        function("i32", "fmi2SetupExperiment", parameters, setup),
        function("i32", "fmi2ExitInitializationMode", _M, leave),
        *(returning("i32", f"fmi2{name}", _M, "0") for name in plain),
        function("i32", "fmi2NewDiscreteStates", "ptr %m, ptr %info", update),
    ]


def _numbers() -> list[str]:
    none = "  %some = icmp ne i64 %n, 0\n  %code = select i1 %some, i32 3, i32 0\n  ret i32 %code"
    texts = []
    for verb, call in (("Get", "get_all"), ("Set", "set_all")):
        body = f"  %code = call i32 @m.{call}(ptr %m, ptr %r, i64 %n, ptr %v)\n  ret i32 %code"
        texts.append(function("i32", f"fmi2{verb}Real", _REFERENCES, body))
        whole = f"  %code = call i32 @m.{verb.lower()}_i32(ptr %m, ptr %r, i64 %n, ptr %v)\n  ret i32 %code"
        texts.append(function("i32", f"fmi2{verb}Integer", _REFERENCES, whole))
        texts += [function("i32", f"fmi2{verb}{name}", _REFERENCES, none) for name in ("Boolean", "String")]
    return texts


def _states(image: InstanceImage) -> list[str]:
    direction = "ptr %m, ptr %u, i64 %nu, ptr %k, i64 %nk, ptr %seed, ptr %out"
    forward = "  %code = call i32 @m.direction(ptr %m, ptr %u, i64 %nu, ptr %k, i64 %nk, ptr %seed, ptr %out, i1 false)"
    done = "\n  ret i32 %code"
    size = f"  store i64 {image.size}, ptr %size\n  ret i32 0"
    return [
        function("i32", "fmi2GetFMUstate", "ptr %m, ptr %s", f"  %code = call i32 @m.keep(ptr %m, ptr %s){done}"),
        function("i32", "fmi2SetFMUstate", "ptr %m, ptr %s", "  call void @m.restore(ptr %m, ptr %s)\n  ret i32 0"),
        function("i32", "fmi2FreeFMUstate", "ptr %m, ptr %s", f"  %code = call i32 @m.free_state(ptr %s){done}"),
        function("i32", "fmi2SerializedFMUstateSize", "ptr %m, ptr %s, ptr %size", size),
        function(
            "i32",
            "fmi2SerializeFMUstate",
            "ptr %m, ptr %s, ptr %b, i64 %n",
            f"  %code = call i32 @m.serialize(ptr %s, ptr %b, i64 %n){done}",
        ),
        function(
            "i32",
            "fmi2DeSerializeFMUstate",
            "ptr %m, ptr %b, i64 %n, ptr %s",
            f"  %code = call i32 @m.deserialize(ptr %b, i64 %n, ptr %s){done}",
        ),
        function("i32", "fmi2GetDirectionalDerivative", direction, forward + done),
    ]


def _continuous() -> list[str]:
    def given(name: str, call: str) -> str:
        return function("i32", name, "ptr %m, ptr %x, i64 %n", f"  call void @{call}\n  ret i32 0")

    completed = "  store i32 0, ptr %event\n  store i32 0, ptr %terminate\n  ret i32 0"
    return [
        function("i32", "fmi2CompletedIntegratorStep", "ptr %m, i32 %noset, ptr %event, ptr %terminate", completed),
        function("i32", "fmi2SetTime", "ptr %m, double %t", "  call void @m.move(ptr %m, double %t)\n  ret i32 0"),
        given("fmi2SetContinuousStates", "m.set_states(ptr %m, ptr %x, i64 %n)"),
        given("fmi2GetContinuousStates", "m.get_states(ptr %m, ptr %x, i64 %n)"),
        given("fmi2GetDerivatives", "m.differentiate(ptr %m, ptr %x)"),
        given("fmi2GetEventIndicators", "m.indicate(ptr %m, ptr %x)"),
        given("fmi2GetNominalsOfContinuousStates", "m.copy(ptr %x, ptr @nominals, i64 %n)"),
    ]


def _steps(image: InstanceImage) -> list[str]:
    step = f"""  %until = fadd double %now, %h
  %status = call i64 @m.advance(ptr %m, double %until)
  %ended = icmp eq i64 %status, 1
  br i1 %ended, label %done, label %check
done:
  ret i32 {OK}
check:
  %is_stopped = icmp eq i64 %status, 2
  br i1 %is_stopped, label %stop, label %failed
stop:
  ret i32 {DISCARD}
failed:
  %code = call i32 @m.fail(ptr %m, i64 %status)
  ret i32 %code"""
    last = f"""{element(image, "time_at", "control", image.time)}
  %time = load double, ptr %time_at
  store double %time, ptr %v
  ret i32 0"""
    terminated = f"""{element(image, "status_at", "own", image.offset_of_own["status"])}
  %status = load double, ptr %status_at
  %is_stopped = fcmp oeq double %status, 2.0
  %answer = zext i1 %is_stopped to i32
  store i32 %answer, ptr %v
  ret i32 0"""
    return [
        function("i32", "fmi2DoStep", "ptr %m, double %now, double %h, i32 %noset", step),
        returning("i32", "fmi2CancelStep", _M, "3"),
        returning("i32", "fmi2SetRealInputDerivatives", "ptr %m, ptr %r, i64 %n, ptr %o, ptr %v", "3"),
        returning("i32", "fmi2GetRealOutputDerivatives", "ptr %m, ptr %r, i64 %n, ptr %o, ptr %v", "3"),
        function("i32", "fmi2GetRealStatus", "ptr %m, i32 %kind, ptr %v", last),
        function("i32", "fmi2GetBooleanStatus", "ptr %m, i32 %kind, ptr %v", terminated),
        *(returning("i32", f"fmi2Get{name}Status", "ptr %m, i32 %kind, ptr %v", "2") for name in ("Integer", "String")),
        returning("i32", "fmi2GetStatus", "ptr %m, i32 %kind, ptr %v", "2"),
    ]
