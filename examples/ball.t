CONTINUOUS SYSTEM ball    " a ball that bounces until it has lost its speed
STATE h [m] v [m/s]
DER dh dv
TIME t

dh = v
dv = -g

WHEN h < 0
  v = -k*PRE(v)
END

STOP WHEN t > 10 'ten seconds have passed'

h: 10
g: 9.81 [m/s^2]
k: 0.9
END
