"""Parts of a model -> a header with the slave's side of processor-in-the-loop tests: bytes in, bytes out.

The protocol is described in `docs/manual/exports.md`; `Processor` is the other side.
"""

from collections.abc import Sequence

from simnon.compiler import CompiledModel
from simnon.source import UserError
from simnon.version import __version__

from .controller import NUMBERS
from .parts import GROUPS, Member, Parts, find_parts

SYNC = 0xA5
PROTOCOL = 1
HELLO, PARAMETERS, START, STEP, ERROR = b"I", b"P", b"S", b"X", b"E"
BAD_CHECKSUM, BAD_COMMAND, BAD_LENGTH = 1, 2, 3
SIZE_OF_NUMBER = {"double": 8, "float": 4}
_INPUTS, _OUTPUTS, _PARAMETERS, _STATES, _ = GROUPS


def members_of(parts: Parts, group: str) -> list[Member]:
    """In the order of the header; a model without outputs returns its states."""
    found = [member for member in parts.members if member.group == group]
    return found if found or group != _OUTPUTS else members_of(parts, _STATES)


def signals(parts: Parts) -> tuple[list[Member], list[Member], list[Member]]:
    """The inputs, outputs and parameters that the protocol transfers."""
    return members_of(parts, _INPUTS), members_of(parts, _OUTPUTS), members_of(parts, _PARAMETERS)


def write_pil(model: CompiledModel, number: str, header: str, *, keeps: bool = False) -> str:
    """The text of the header; `header` is the name of that of the model."""
    if number not in NUMBERS:
        raise UserError("bad-option", f"the protocol does not transfer {number} numbers", "choose double or float")
    parts = find_parts(model, keeps=keeps)
    name, size = parts.name, SIZE_OF_NUMBER[number]
    inputs, outputs, parameters = signals(parts)
    largest = size * max(1 + len(inputs), len(parameters), len(outputs), 1)
    text = _TEMPLATE.replace("@inputs@", _taken(inputs, size, 1)).replace("@parameters@", _taken(parameters, size, 0))
    text = text.replace("@outputs@", _given(outputs, size))
    for word, value in {
        "NAME": name.upper(), "name": name, "header": header, "number": number, "size": size, "version": __version__,
        "bits": 8 * size, "largest": max(largest, 6), "input_count": len(inputs), "output_count": len(outputs),
        "parameter_count": len(parameters), "protocol": PROTOCOL, "sync": f"0x{SYNC:X}u",
    }.items():  # fmt: skip
        text = text.replace(f"@{word}@", str(value))
    return text


def _taken(members: Sequence[Member], size: int, first: int) -> str:
    lines = [
        f"        pil->model.{member.name} = @name@_pil_number(data + {size * (first + i)});"
        for i, member in enumerate(members)
    ]
    return "\n".join(lines)


def _given(members: Sequence[Member], size: int) -> str:
    lines = [
        f"        @name@_pil_bytes(pil->model.{member.name}, reply + {4 + size * i});"
        for i, member in enumerate(members)
    ]
    return "\n".join(lines)


_TEMPLATE = """/* @name@: the processor's side of processor-in-the-loop tests, written by Simnon @version@.
 * Give each byte that arrives to @name@_pil_receive, and send the bytes that it returns.
 */
#ifndef @NAME@_PIL_H
#define @NAME@_PIL_H

#include "@header@"

#include <stddef.h>
#include <string.h>

#define @NAME@_PIL_LARGEST @largest@u
#define @NAME@_PIL_REPLY (@NAME@_PIL_LARGEST + 6u)

typedef struct {
    @name@_t model;
    uint8_t frame[@NAME@_PIL_LARGEST + 6u];
    size_t count;
} @name@_pil_t;

static inline uint16_t @name@_pil_checksum(const uint8_t *bytes, size_t count)
{
    uint16_t sum = 0xFFFFu;
    for (size_t i = 0u; i < count; i++) {
        sum = (uint16_t)(sum ^ (uint16_t)((uint16_t)bytes[i] << 8));
        for (int bit = 0; bit < 8; bit++) {
            sum = (uint16_t)(((sum & 0x8000u) != 0u) ? (((uint32_t)sum << 1) ^ 0x1021u) : ((uint32_t)sum << 1));
        }
    }
    return sum;
}

static inline @number@ @name@_pil_number(const uint8_t *bytes)
{
    uint@bits@_t pattern = 0u;
    @number@ number;
    for (int i = @size@ - 1; i >= 0; i--) {
        pattern = (uint@bits@_t)((pattern << 8) | bytes[i]);
    }
    (void)memcpy(&number, &pattern, sizeof number);
    return number;
}

static inline void @name@_pil_bytes(@number@ number, uint8_t *bytes)
{
    uint@bits@_t pattern;
    (void)memcpy(&pattern, &number, sizeof pattern);
    for (int i = 0; i < @size@; i++) {
        bytes[i] = (uint8_t)(pattern & 0xFFu);
        pattern = (uint@bits@_t)(pattern >> 8);
    }
}

static inline size_t @name@_pil_reply(uint8_t *reply, uint8_t command, size_t length)
{
    uint16_t sum;
    reply[0] = @sync@;
    reply[1] = command;
    reply[2] = (uint8_t)(length & 0xFFu);
    reply[3] = (uint8_t)(length >> 8);
    sum = @name@_pil_checksum(reply + 1, length + 3u);
    reply[4u + length] = (uint8_t)(sum & 0xFFu);
    reply[5u + length] = (uint8_t)(sum >> 8);
    return length + 6u;
}

static inline size_t @name@_pil_refuse(uint8_t *reply, uint8_t reason)
{
    reply[4] = reason;
    return @name@_pil_reply(reply, (uint8_t)'E', 1u);
}

static inline size_t @name@_pil_answer(@name@_pil_t *pil, size_t length, uint8_t *reply)
{
    const uint8_t *data = pil->frame + 4;
    if ((pil->frame[1] == (uint8_t)'I') && (length == 0u)) {
        @name@_init(&pil->model);
        reply[4] = @protocol@u;
        reply[5] = @size@u;
        reply[6] = @input_count@u;
        reply[7] = @output_count@u;
        reply[8] = @parameter_count@u;
        return @name@_pil_reply(reply, (uint8_t)'I', 5u);
    }
    if ((pil->frame[1] == (uint8_t)'P') && (length == @size@u * @parameter_count@u)) {
@parameters@
        return @name@_pil_reply(reply, (uint8_t)'P', 0u);
    }
    if ((pil->frame[1] == (uint8_t)'S') && (length == @size@u)) {
        @name@_start(&pil->model, @name@_pil_number(data));
        return @name@_pil_reply(reply, (uint8_t)'S', 0u);
    }
    if ((pil->frame[1] == (uint8_t)'X') && (length == @size@u * (1u + @input_count@u))) {
@inputs@
        @name@_step(&pil->model, @name@_pil_number(data));
@outputs@
        return @name@_pil_reply(reply, (uint8_t)'X', @size@u * @output_count@u);
    }
    return @name@_pil_refuse(reply, (memchr("IPSX", (int)pil->frame[1], 4u) == NULL) ? 2u : 3u);
}

/* Takes one byte; the number of bytes to send, in `reply`, which has space for @NAME@_PIL_REPLY. */
static inline size_t @name@_pil_receive(@name@_pil_t *pil, uint8_t byte, uint8_t *reply)
{
    size_t length;
    uint16_t sum;
    if ((pil->count == 0u) && (byte != @sync@)) {
        return 0u;
    }
    pil->frame[pil->count] = byte;
    pil->count++;
    if (pil->count < 4u) {
        return 0u;
    }
    length = (size_t)pil->frame[2] | ((size_t)pil->frame[3] << 8);
    if (length > @NAME@_PIL_LARGEST) {
        pil->count = 0u;
        return @name@_pil_refuse(reply, 3u);
    }
    if (pil->count < (length + 6u)) {
        return 0u;
    }
    pil->count = 0u;
    sum = (uint16_t)((uint16_t)pil->frame[4u + length] | (uint16_t)((uint16_t)pil->frame[5u + length] << 8));
    if (sum != @name@_pil_checksum(pil->frame + 1, length + 3u)) {
        return @name@_pil_refuse(reply, 1u);
    }
    return @name@_pil_answer(pil, length, reply);
}

#endif /* @NAME@_PIL_H */
"""
