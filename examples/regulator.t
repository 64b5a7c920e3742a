DISCRETE SYSTEM regulator    " PI regulator that stops integrating while the error is large
INPUT y yref
OUTPUT u
STATE sum
NEW nsum
TIME t
TSAMP next

e = yref - y
u = gain*(e + sum)
nsum = sum + (IF ABS(e) < limit THEN period/ti*e ELSE 0)
next = t + period

gain: 1
ti: 50 [s]
limit: 1
period: 5 [s]
END
