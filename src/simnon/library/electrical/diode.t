CONTINUOUS SYSTEM diode
PURPOSE a diode that conducts from p to n: two straight lines, ideal if Ron and Goff are zero
ASSUMES no charge is stored; the knee is sharp
VALID with Ron above zero between capacitors and voltage sources, with Goff above zero in series with inductors
REFERENCE the characteristic is a curve with the parameter s, positive where the diode conducts
TERMINAL p, n: pin
VARIABLE v [V]     " voltage from p to n
VARIABLE s [1]     " position on the characteristic
v = p.v - n.v
v = knee + volt*(IF s > 0 THEN s*Ron*ampere/volt ELSE s)
p.i = Goff*knee + ampere*(IF s > 0 THEN s ELSE s*Goff*volt/ampere)
p.i + n.i = 0
knee: 0 [V]        " voltage at which it begins to conduct
Ron: 1e-3 [Ohm]    " resistance where it conducts
Goff: 1e-6 [S]     " conductance where it does not
volt: 1 [V]        " unit of s where the diode blocks
ampere: 1 [A]      " unit of s where it conducts
RANGE Ron: 0..
RANGE Goff: 0..
END
