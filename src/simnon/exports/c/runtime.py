"""The small functions that generated C calls, each written only if it is called."""

import re

_INTEGER = {
    "add": "return (int64_t)((uint64_t)a + (uint64_t)b);",
    "subtract": "return (int64_t)((uint64_t)a - (uint64_t)b);",
    "multiply": "return (int64_t)((uint64_t)a * (uint64_t)b);",
    "shift_left": "return (int64_t)((uint64_t)a << ((uint64_t)b & 63u));",
    "shift_right": "return (int64_t)((uint64_t)a >> ((uint64_t)b & 63u));",
    "int_min": "return b < a ? b : a;",
    "int_max": "return b > a ? b : a;",
    "floor_divide": """if (b == 0) {
        return 0;
    }
    if (b == -1) {
        return (int64_t)(0u - (uint64_t)a);
    }
    return (a / b) - (int64_t)(((a % b) != 0) && (((a % b) < 0) != (b < 0)));""",
    "modulo": """if ((b == 0) || (b == -1)) {
        return 0;
    }
    return (((a % b) != 0) && (((a % b) < 0) != (b < 0))) ? (a % b) + b : a % b;""",
}

_TEXTS = {
    f"simnon_{name}": f"static inline int64_t simnon_{name}(int64_t a, int64_t b)\n{{\n    {body}\n}}\n"
    for name, body in _INTEGER.items()
}
for _number, _suffix in (("double", ""), ("float", "f")):
    for _name, _sign in (("min", "<"), ("max", ">")):
        _TEXTS[f"simnon_{_name}{_suffix}"] = (
            f"static inline {_number} simnon_{_name}{_suffix}({_number} a, {_number} b)\n"
            f"{{\n    return (b {_sign} a) ? b : a;\n}}\n"
        )
_TEXTS |= {
    "simnon_int_abs": "static inline int64_t simnon_int_abs(int64_t a)\n"
    "{\n    return a < 0 ? (int64_t)(0u - (uint64_t)a) : a;\n}\n",
    "simnon_bits": "static inline int64_t simnon_bits(double x)\n{\n"
    "    int64_t pattern = INT64_C(0x7FF8000000000000);\n"
    "    if (x == x) {\n        (void)memcpy(&pattern, &x, sizeof pattern);\n    }\n    return pattern;\n}\n",
    "simnon_frombits": "static inline double simnon_frombits(int64_t pattern)\n{\n    double x;\n"
    "    (void)memcpy(&x, &pattern, sizeof x);\n    return x;\n}\n",
    "simnon_int": "static inline int64_t simnon_int(double x)\n{\n    if (x != x) {\n        return 0;\n    }\n"
    "    if (x >= 9223372036854775808.0) {\n        return INT64_MAX;\n    }\n"
    "    return (x <= -9223372036854775808.0) ? INT64_MIN : (int64_t)x;\n}\n",
}


def runtime_for(text: str) -> str:
    """The definitions of the functions that `text` calls."""
    called = [name for name in _TEXTS if re.search(rf"\b{name}\(", text)]
    return "\n".join(_TEXTS[name] for name in called)
