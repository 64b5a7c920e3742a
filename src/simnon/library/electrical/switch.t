CONTINUOUS SYSTEM switch
PURPOSE a switch, closed while its input is above one half; ideal if Ron and Goff are zero
ASSUMES it opens and closes at once, without an arc
VALID with Ron above zero between capacitors and voltage sources, with Goff above zero in series with inductors
TERMINAL p, n: pin
INPUT u [1]        " closed where u > 0.5
VARIABLE v [V]     " voltage from p to n
VARIABLE s [1]     " current in ampere where closed, voltage in volt where open
closed = u > 0.5
v = p.v - n.v
v = volt*(IF closed THEN s*Ron*ampere/volt ELSE s)
p.i = ampere*(IF closed THEN s ELSE s*Goff*volt/ampere)
p.i + n.i = 0
u: 0 [1]
Ron: 1e-3 [Ohm]    " resistance while closed
Goff: 1e-6 [S]     " conductance where open
volt: 1 [V]        " unit of s while the switch is open
ampere: 1 [A]      " unit of s while it is closed
RANGE Ron: 0..
RANGE Goff: 0..
END
