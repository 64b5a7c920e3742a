CONTINUOUS SYSTEM dead_zone
PURPOSE a dead zone: zero while u is small, u minus the width beyond
INPUT u
OUTPUT y
y = IF u > width THEN u - width ELSE IF u < -width THEN u + width ELSE 0
width: 1           " half of the zone
u: 0
RANGE width: 0..
END
