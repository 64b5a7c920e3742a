CONTINUOUS SYSTEM hysteresis
PURPOSE a relay with hysteresis: on above one level, off below another
INPUT u
OUTPUT y
WHEN u > above
  on = 1
END
WHEN u < below
  on = 0
END
y = IF on > 0.5 THEN high ELSE low
on: 0              " 1 if it begins switched on
above: 1           " switches on
below: -1          " switches off
high: 1            " output while on
low: -1            " output while off
u: 0
END
