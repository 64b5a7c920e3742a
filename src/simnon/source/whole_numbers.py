"""Decimal digits in a text -> the whole number they say."""

LARGEST_WHOLE_NUMBER = 10**18
"""Larger than any count, index or line; `int` refuses texts of more than 4300 digits."""


def whole_number(digits: str) -> int:
    """At most `LARGEST_WHOLE_NUMBER`, whatever the length of the text."""
    if len(digits) > len(str(LARGEST_WHOLE_NUMBER)):
        digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= len(str(LARGEST_WHOLE_NUMBER)) - 1 else LARGEST_WHOLE_NUMBER
