CONTINUOUS SYSTEM formula
PURPOSE a signal given by a function of time, which is replaced: FUNCTION part.f(t) = ...
OUTPUT y
TIME t
FUNCTION f(t) = 0
y = f(t)
END
