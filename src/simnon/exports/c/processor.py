"""The master's side of processor-in-the-loop tests: a controller that runs as C code behind a serial line or socket."""

import binascii
import struct
from collections.abc import Mapping, Sequence
from typing import Protocol

from simnon.compiler import CompiledModel
from simnon.source import UserError

from .parts import find_parts
from .pil import ERROR, HELLO, PARAMETERS, PROTOCOL, SIZE_OF_NUMBER, START, STEP, SYNC, signals

_LETTER = {8: "d", 4: "f"}
_REASONS = {1: "the checksum was wrong", 2: "the command is unknown", 3: "the length was wrong"}


class Stream(Protocol):
    """A serial line, or `socket.makefile("rwb", buffering=0)`."""

    def read(self, size: int, /) -> bytes | None: ...

    def write(self, data: bytes, /) -> int | None: ...


class Processor:
    """Asks a processor to start and to step; numbers are transferred as the C code computes them."""

    def __init__(self, model: CompiledModel, stream: Stream) -> None:
        parts = find_parts(model, keeps=True)
        inputs, outputs, parameters = signals(parts)
        self.inputs, self.outputs, self.parameters = (
            tuple(member.slot.name for member in members) for members in (inputs, outputs, parameters)
        )
        self._stream = stream
        answer = self._ask(HELLO, b"")
        if len(answer) != 5 or answer[0] != PROTOCOL:
            raise _failure("it speaks another version of the protocol", "export the C code again")
        self._size = answer[1]
        if self._size not in SIZE_OF_NUMBER.values() or tuple(answer[2:]) != (
            len(inputs),
            len(outputs),
            len(parameters),
        ):
            raise _failure("it runs another model", "export the C code again")

    def set_parameters(self, values: Mapping[str, float]) -> None:
        """All of them, by name; before `start`."""
        self._ask(PARAMETERS, self._numbers([values[name] for name in self.parameters]))

    def start(self, time: float) -> None:
        self._ask(START, self._numbers([time]))

    def step(self, time: float, inputs: Mapping[str, float]) -> dict[str, float]:
        """One sample at a time, or one step of that length; the outputs."""
        answer = self._ask(STEP, self._numbers([time, *(inputs[name] for name in self.inputs)]))
        found = struct.unpack(f"<{len(self.outputs)}{_LETTER[self._size]}", answer)
        return dict(zip(self.outputs, found, strict=True))

    def _numbers(self, numbers: Sequence[float]) -> bytes:
        return struct.pack(f"<{len(numbers)}{_LETTER[self._size]}", *numbers)

    def _ask(self, command: bytes, data: bytes) -> bytes:
        body = command + struct.pack("<H", len(data)) + data
        self._stream.write(bytes([SYNC]) + body + struct.pack("<H", checksum(body)))
        while self._read(1)[0] != SYNC:
            pass
        head = self._read(3)
        answer = self._read(struct.unpack("<H", head[1:])[0])
        if struct.unpack("<H", self._read(2))[0] != checksum(head + answer):
            raise _failure("the checksum of its answer is wrong", "check the line and its speed")
        if head[:1] == ERROR:
            reason = _REASONS.get(answer[0], f"reason {answer[0]}") if answer else "no reason given"
            raise _failure(f"it refused '{command.decode()}': {reason}", "check the line and its speed")
        return answer

    def _read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            more = self._stream.read(size - len(found))
            if not more:
                raise _failure("it does not answer", "check that it runs, and the line")
            found += more
        return found


def checksum(data: bytes) -> int:
    """CRC-16 with the polynomial 0x1021, from 0xFFFF."""
    return binascii.crc_hqx(data, 0xFFFF)


def _failure(what: str, cure: str) -> UserError:
    return UserError("processor-failed", f"the processor: {what}", cure)
