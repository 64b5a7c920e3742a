CONTINUOUS SYSTEM dead_zone
PURPOSE nothing while u is small, and u less the width beyond
INPUT u
OUTPUT y
y = IF u > width THEN u - width ELSE IF u < -width THEN u + width ELSE 0
width: 1           " half of the zone
u: 0
RANGE width: 0..
END
