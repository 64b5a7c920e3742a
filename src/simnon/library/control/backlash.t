CONTINUOUS SYSTEM backlash
PURPOSE a play: y is pushed by u at the ends of a gap and rests within it
ASSUMES nothing moves y but u; a lag T, short against what matters, while it is pushed
INPUT u
OUTPUT y
STATE y
DER dy
INITIAL
y = u
SORT
dy = IF u - y > gap/2 THEN (u - y - gap/2)/T ELSE IF u - y < -gap/2 THEN (u - y + gap/2)/T ELSE 0
gap: 1             " whole width of the play
T: 1e-3 [s]        " lag
u: 0
RANGE gap: 0..
RANGE T: 0..
END
