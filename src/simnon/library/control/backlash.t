CONTINUOUS SYSTEM backlash
PURPOSE backlash: y is pushed by u at the ends of a gap and rests within it
ASSUMES only u moves y; a lag T, short compared with the dynamics, while it is pushed
INPUT u
OUTPUT y
STATE y
DER dy
INITIAL
y = u
SORT
dy = IF u - y > gap/2 THEN (u - y - gap/2)/T ELSE IF u - y < -gap/2 THEN (u - y + gap/2)/T ELSE 0
gap: 1             " total width of the gap
T: 1e-3 [s]        " lag
u: 0
RANGE gap: 0..
RANGE T: 0..
END
