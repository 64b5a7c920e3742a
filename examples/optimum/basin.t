CONTINUOUS SYSTEM basin    " a tank with a valve at its inlet, and the integral of the error of its level
INPUT valve hole
STATE level cost
DER dlevel dcost
TIME t

inflow = inflow_max*MAX(0, MIN(valve, 1))
dlevel = (inflow - hole*SQRT(2*g*MAX(level, 0)))/area
dcost = t*ABS(wanted - level)

wanted: 2 [m]
inflow_max: 1 [m^3/s]
area: 10 [m^2]
g: 9.81 [m/s^2]
END
