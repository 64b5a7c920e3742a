" parts, terminals, an array, a constraint between states, a version and an order

TERMINAL pin
ACROSS v [V]
THROUGH i [A]
END

CONTINUOUS SYSTEM resistor
TERMINAL p, n: pin
p.v - n.v = R*p.i
p.i + n.i = 0
R: 2 [Ohm]
RANGE R: 0..
END

CONTINUOUS SYSTEM capacitor
TERMINAL p, n: pin
STATE v [V]
DER dv
v = p.v - n.v
C*dv = p.i
p.i + n.i = 0
C: 1 [F]
END

CONTINUOUS SYSTEM supply
TERMINAL p, n: pin
EVENT trips
p.i + n.i = 0
E: 10 [V]
VERSION live
p.v - n.v = E
WHEN trips
  VERSION dead
END
VERSION dead
p.i = 0
END

CONTINUOUS SYSTEM ground
TERMINAL p: pin
p.v = 0
END

CONNECTING SYSTEM circuit
TIME t
SYSTEM s: supply
SYSTEM g: ground
SYSTEM r[1..2]: resistor
SYSTEM c[1..2]: capacitor
CONNECT s.p r[1].p
CONNECT r[1].n c[1].p c[2].p r[2].p
CONNECT s.n c[k].n FOR k = 1..2
CONNECT s.n r[2].n g.p
r[2].R = 3*base
base: 5 [Ohm]
c[1].v: 1 [V]
WHEN t > 1
  ORDER s.trips
END
END
