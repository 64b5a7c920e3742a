CONTINUOUS SYSTEM diode
PURPOSE a diode that conducts from p to n: two straight lines, ideal if Ron and Goff are zero
ASSUMES no charge is stored; the knee is sharp
VALID with Ron above zero between capacitors and voltage sources, with Goff above zero in series with inductors
REFERENCE the characteristic is a curve with the parameter s, positive where the diode conducts
TERMINAL p, n: pin
VARIABLE v [V]     " voltage from p to n
VARIABLE s [1]     " position on the characteristic
v = p.v - n.v
v = knee + volt*(IF conducts > 0.5 THEN s*Ron*ampere/volt ELSE s)
p.i = Goff*knee + ampere*(IF conducts > 0.5 THEN s ELSE s*Goff*volt/ampere)
p.i + n.i = 0
" a little more is needed to turn it on than to turn it off, and nothing is watched near zero where it does not count
excess = IF conducts > 0.5 THEN 0 ELSE s*volt
reverse = IF conducts > 0.5 THEN s ELSE 0
WHEN excess > small
  conducts = 1
END
WHEN reverse < 0
  conducts = 0
END
conducts: 0 [1]    " 1 while it conducts
knee: 0 [V]        " voltage at which it begins to conduct
small: 1e-6 [V]    " beyond the knee, where it turns on
Ron: 1e-3 [Ohm]    " resistance while it conducts
Goff: 1e-6 [S]     " conductance where it does not
volt: 1 [V]        " unit of s while the diode blocks
ampere: 1 [A]      " unit of s while it conducts
RANGE small: 0..
RANGE Ron: 0..
RANGE Goff: 0..
END
