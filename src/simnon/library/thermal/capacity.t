CONTINUOUS SYSTEM capacity
PURPOSE a body that stores heat, with one temperature throughout
ASSUMES constant heat capacity, no change of phase
VALID if heat spreads faster in the body than it enters
TERMINAL a: port
STATE T [K]        " temperature
DER dT [K/s]
T = a.T
C*dT = a.q
C: 1 [J/K]         " heat capacity
T: 293.15 [K]      " initial temperature
RANGE C: 0..
RANGE T: 0..
END
