"""The functions of FMI 3.0 as LLVM text."""

from ...instance_image import InstanceImage
from .clocks import clock_functions, scheduled_instance
from .instance import (
    CO_SIMULATION,
    ENVIRONMENT,
    INTERMEDIATE,
    KIND,
    LOGGER,
    MAY_RETURN_EARLY,
    MODEL_EXCHANGE,
    element,
    text_constant,
)
from .services import OK, failure_text, function, header, returning

_ABSENT = ("Float32", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Boolean", "String")
_WHOLE = ("Int64", "UInt64")
"""Of enumerations and of structural parameters."""
_M = "ptr %m"
_REFERENCES = "ptr %m, ptr %r, i64 %n"


def fmi3_text(image: InstanceImage) -> str:
    call = "call void %logger(ptr %environment, i32 3, ptr @category, ptr %message)"
    return "\n".join(
        [
            text_constant("version", "3.0"),
            failure_text(call),
            *_instances(image),
            *_modes(image),
            *_numbers(),
            *_states(image),
            *_continuous(image),
            _do_step(image),
            *clock_functions(image),
        ]
    )


def _instances(image: InstanceImage) -> list[str]:
    own = image.offset_of_own
    takes = "ptr %token, ptr %env, ptr %log, ptr %update, i64 %kind, i64 %early"
    make = f"""define internal ptr @m.make({takes}) nounwind {{
  %same = call i1 @m.same(ptr %token, ptr @token)
  br i1 %same, label %create, label %none
create:
  %m = call ptr @m.new()
  %failed = icmp eq ptr %m, null
  br i1 %failed, label %none, label %fill
fill:
{header("logger_at", LOGGER)}
{header("environment_at", ENVIRONMENT)}
{header("update_at", INTERMEDIATE)}
{header("kind_at", KIND)}
{header("early_at", MAY_RETURN_EARLY)}
  store ptr %log, ptr %logger_at
  store ptr %env, ptr %environment_at
  store ptr %update, ptr %update_at
  store i64 %kind, ptr %kind_at
  store i64 %early, ptr %early_at
  call void @m.watch(ptr %m)
  ret ptr %m
none:
  ret ptr null
}}
define internal void @m.watch(ptr %m) nounwind {{
{header("update_at", INTERMEDIATE)}
{element(image, "stepwise", "own", own["is_stepwise"])}
  %update = load ptr, ptr %update_at
  %is_watched = icmp ne ptr %update, null
  %mark = uitofp i1 %is_watched to double
  store double %mark, ptr %stepwise
  ret void
}}"""
    if image.clock_count:
        exchange = steps = "  ret ptr null"
        return _instance_functions(image, make, exchange, steps)
    exchange = (
        f"  %m = call ptr @m.make(ptr %token, ptr %env, ptr %log, ptr null, i64 {MODEL_EXCHANGE}, i64 0)\n  ret ptr %m"
    )
    steps = f"""  %wide = zext i8 %early to i64
  %m = call ptr @m.make(ptr %token, ptr %env, ptr %log, ptr %update, i64 {CO_SIMULATION}, i64 %wide)
  ret ptr %m"""
    return _instance_functions(image, make, exchange, steps)


def _instance_functions(image: InstanceImage, make: str, exchange: str, steps: str) -> list[str]:
    named = "ptr %name, ptr %token, ptr %path, i8 %visible, i8 %logging"
    return [
        make,
        returning("ptr", "fmi3GetVersion", "", "@version"),
        returning("i32", "fmi3SetDebugLogging", "ptr %m, i8 %on, i64 %n, ptr %categories", "0"),
        function("ptr", "fmi3InstantiateModelExchange", f"{named}, ptr %env, ptr %log", exchange),
        function(
            "ptr",
            "fmi3InstantiateCoSimulation",
            f"{named}, i8 %events, i8 %early, ptr %required, i64 %n, ptr %env, ptr %log, ptr %update",
            steps,
        ),
        scheduled_instance(image, f"{named}, ptr %env, ptr %log, ptr %ticked, ptr %lock, ptr %unlock"),
        function("void", "fmi3FreeInstance", _M, "  call void @free(ptr %m)\n  ret void"),
        function("i32", "fmi3Reset", _M, "  call void @m.reset(ptr %m)\n  call void @m.watch(ptr %m)\n  ret i32 0"),
    ]


def _modes(image: InstanceImage) -> list[str]:
    enter = """  %has_tolerance = icmp ne i8 %tolerant, 0
  %relative = select i1 %has_tolerance, double %tolerance, double 0.0
  %wide = zext i8 %stopping to i64
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
  %is_over = icmp eq i64 %status, 1
  %over = zext i1 %is_over to i8
  %defined = call i1 @m.next_event(ptr %m, ptr %at)
  %has_next = zext i1 %defined to i8
  store i8 0, ptr %needed
  store i8 %over, ptr %terminate
  store i8 0, ptr %nominals
  store i8 {changed}, ptr %changed
  store i8 %has_next, ptr %next
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
    parameters = "ptr %m, i8 %tolerant, double %tolerance, double %start, i8 %stopping, double %stop"
    plain = ("Terminate", "EnterEventMode", "EnterContinuousTimeMode", "EnterStepMode", "EvaluateDiscreteStates")
    return [
        function("i32", "fmi3EnterInitializationMode", parameters, enter),
        function("i32", "fmi3ExitInitializationMode", _M, leave),
        *(returning("i32", f"fmi3{name}", _M, "0") for name in plain),
        *(returning("i32", f"fmi3{name}ConfigurationMode", _M, "0") for name in ("Enter", "Exit")),
        function(
            "i32",
            "fmi3UpdateDiscreteStates",
            "ptr %m, ptr %needed, ptr %terminate, ptr %nominals, ptr %changed, ptr %next, ptr %at",
            update,
        ),
    ]


def _numbers() -> list[str]:
    values = f"{_REFERENCES}, ptr %v, i64 %k"
    none = "  %some = icmp ne i64 %n, 0\n  %code = select i1 %some, i32 3, i32 0\n  ret i32 %code"
    texts = []
    for verb, call in (("Get", "get_all"), ("Set", "set_all")):
        body = f"  %code = call i32 @m.{call}(ptr %m, ptr %r, i64 %n, ptr %v)\n  ret i32 %code"
        texts.append(function("i32", f"fmi3{verb}Float64", values, body))
        whole = f"  %code = call i32 @m.{verb.lower()}_i64(ptr %m, ptr %r, i64 %n, ptr %v)\n  ret i32 %code"
        texts += [function("i32", f"fmi3{verb}{name}", values, whole) for name in _WHOLE]
        texts += [function("i32", f"fmi3{verb}{name}", values, none) for name in _ABSENT]
        texts.append(function("i32", f"fmi3{verb}Binary", f"{_REFERENCES}, ptr %sizes, ptr %v, i64 %k", none))
        texts.append(function("i32", f"fmi3{verb}Clock", f"{_REFERENCES}, ptr %v", none))
    return texts


def _states(image: InstanceImage) -> list[str]:
    direction = "ptr %m, ptr %u, i64 %nu, ptr %k, i64 %nk, ptr %seed, i64 %ns, ptr %out, i64 %no"
    forward = _guarded("%nu", "ptr %u, i64 %nu, ptr %k, i64 %nk, ptr %seed, ptr %out, i1 false")
    backward = _guarded("%nk", "ptr %k, i64 %nk, ptr %u, i64 %nu, ptr %seed, ptr %out, i1 true")
    done = "\n  ret i32 %code"
    size = f"  store i64 {image.size}, ptr %size\n  ret i32 0"
    return [
        function("i32", "fmi3GetFMUState", "ptr %m, ptr %s", f"  %code = call i32 @m.keep(ptr %m, ptr %s){done}"),
        function("i32", "fmi3SetFMUState", "ptr %m, ptr %s", "  call void @m.restore(ptr %m, ptr %s)\n  ret i32 0"),
        function("i32", "fmi3FreeFMUState", "ptr %m, ptr %s", f"  %code = call i32 @m.free_state(ptr %s){done}"),
        function("i32", "fmi3SerializedFMUStateSize", "ptr %m, ptr %s, ptr %size", size),
        function(
            "i32",
            "fmi3SerializeFMUState",
            "ptr %m, ptr %s, ptr %b, i64 %n",
            f"  %code = call i32 @m.serialize(ptr %s, ptr %b, i64 %n){done}",
        ),
        function(
            "i32",
            "fmi3DeserializeFMUState",
            "ptr %m, ptr %b, i64 %n, ptr %s",
            f"  %code = call i32 @m.deserialize(ptr %b, i64 %n, ptr %s){done}",
        ),
        function("i32", "fmi3GetDirectionalDerivative", direction, forward),
        function("i32", "fmi3GetAdjointDerivative", direction, backward),
        returning("i32", "fmi3GetNumberOfVariableDependencies", "ptr %m, i32 %r, ptr %n", "3"),
        returning(
            "i32",
            "fmi3GetVariableDependencies",
            "ptr %m, i32 %r, ptr %a, ptr %b, ptr %c, ptr %d, i64 %n",
            "3",
        ),
    ]


def _guarded(count: str, arguments: str) -> str:
    """The call, if there is space for its results."""
    return f"""  %fits = icmp uge i64 %no, {count}
  br i1 %fits, label %compute, label %refuse
compute:
  %code = call i32 @m.direction(ptr %m, {arguments})
  ret i32 %code
refuse:
  ret i32 3"""


def _continuous(image: InstanceImage) -> list[str]:
    def counted(name: str, count: int) -> str:
        return function("i32", name, "ptr %m, ptr %n", f"  store i64 {count}, ptr %n\n  ret i32 0")

    def given(name: str, call: str) -> str:
        return function("i32", name, "ptr %m, ptr %x, i64 %n", f"  call void @{call}\n  ret i32 0")

    completed = "  store i8 0, ptr %event\n  store i8 0, ptr %terminate\n  ret i32 0"
    return [
        function("i32", "fmi3CompletedIntegratorStep", "ptr %m, i8 %noset, ptr %event, ptr %terminate", completed),
        function("i32", "fmi3SetTime", "ptr %m, double %t", "  call void @m.move(ptr %m, double %t)\n  ret i32 0"),
        given("fmi3SetContinuousStates", "m.set_states(ptr %m, ptr %x, i64 %n)"),
        given("fmi3GetContinuousStates", "m.get_states(ptr %m, ptr %x, i64 %n)"),
        given("fmi3GetContinuousStateDerivatives", "m.differentiate(ptr %m, ptr %x)"),
        given("fmi3GetEventIndicators", "m.indicate(ptr %m, ptr %x)"),
        given("fmi3GetNominalsOfContinuousStates", "m.copy(ptr %x, ptr @nominals, i64 %n)"),
        counted("fmi3GetNumberOfEventIndicators", image.guard_count),
        counted("fmi3GetNumberOfContinuousStates", image.state_count),
        returning("i32", "fmi3GetOutputDerivatives", "ptr %m, ptr %r, i64 %n, ptr %orders, ptr %v, i64 %k", "3"),
    ]


def _do_step(image: InstanceImage) -> str:
    update = "call void %update(ptr %env, double %here, i8 0, i8 1, i8 1, i8 %may, ptr %asked, ptr %asked_time)"
    return function(
        "i32",
        "fmi3DoStep",
        "ptr %m, double %now, double %h, i8 %noset, ptr %event, ptr %terminate, ptr %early, ptr %last",
        f"""  %asked = alloca i8
  %asked_time = alloca double
{element(image, "time_at", "control", image.time)}
{header("update_at", INTERMEDIATE)}
{header("env_at", ENVIRONMENT)}
{header("early_at", MAY_RETURN_EARLY)}
  %until = fadd double %now, %h
  store i8 0, ptr %event
  store i8 0, ptr %terminate
  store i8 0, ptr %early
  %first = call i64 @m.advance(ptr %m, double %until)
  br label %loop
loop:
  %status = phi i64 [ %first, %0 ], [ %resumed, %on ]
  %here = load double, ptr %time_at
  store double %here, ptr %last
  %running = icmp eq i64 %status, 0
  br i1 %running, label %look, label %over
look:
  %update = load ptr, ptr %update_at
  %env = load ptr, ptr %env_at
  %allowed = load i64, ptr %early_at
  %may = trunc i64 %allowed to i8
  store i8 0, ptr %asked
  {update}
  %answer = load i8, ptr %asked
  %both = and i8 %answer, %may
  %returns = icmp ne i8 %both, 0
  br i1 %returns, label %return_early, label %on
on:
  %resumed = call i64 @m.resume(ptr %m)
  br label %loop
return_early:
  store i8 1, ptr %early
  ret i32 {OK}
over:
  %is_stopped = icmp eq i64 %status, 2
  br i1 %is_stopped, label %stop, label %check
stop:
  %permitted = load i64, ptr %early_at
  %before_end = trunc i64 %permitted to i8
  store i8 1, ptr %terminate
  store i8 %before_end, ptr %early
  ret i32 {OK}
check:
  %ended = icmp eq i64 %status, 1
  br i1 %ended, label %done, label %failed
done:
  ret i32 {OK}
failed:
  %code = call i32 @m.fail(ptr %m, i64 %status)
  ret i32 %code""",
    )
