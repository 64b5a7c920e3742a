CONTINUOUS SYSTEM corners    " every function that has corners or jumps
STATE x
DER dx
TIME t

a = ABS(x)
s = SIGN(x)
least = MIN(x, 1, a)
most = MAX(x, low)
rest = MOD(x, 3)
whole = INT(2*x)
limited = IF x < low THEN low ELSE IF x > high THEN high ELSE x
is_late = t >= start AND NOT x > high
dx = a + s + least + most + rest + whole + limited + (IF is_late THEN 1 ELSE 0)

low: -1
high: 1
start: 5
END
