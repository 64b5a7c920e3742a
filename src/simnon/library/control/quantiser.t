CONTINUOUS SYSTEM quantiser
PURPOSE u rounded to a multiple of a step
INPUT u
OUTPUT y
y = step*ROUND(u/step)
FUNCTION ROUND(x) = IF x >= 0 THEN INT(x + 0.5) ELSE -INT(0.5 - x)
step: 1            " width of a level
u: 0
RANGE step: 0..
END
