CONTINUOUS SYSTEM tank    " a tank with a valve at its inlet and a hole of varying size
INPUT valve               " opening that is asked for, 0 to 1
INPUT hole [m^2]
STATE level [m]
DER dlevel

opening = MAX(0, MIN(valve, 1))
inflow = inflow_max*opening
outflow = hole*SQRT(2*g*MAX(level, 0))
dlevel = (inflow - outflow)/area

inflow_max: 1 [m^3/s]
area: 10 [m^2]
g: 9.81 [m/s^2]
END
