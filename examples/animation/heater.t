" A heated tank: a regulator holds the level, the heater holds the temperature, and at t = 100 the hole grows.

CONTINUOUS SYSTEM heater
STATE level temperature integral
DER dlevel dtemperature dintegral
TIME t

hole = IF t < 100 THEN 0.03 ELSE hole_later
inflow = MAX(0, MIN(1, bias + gain*(wanted - level) + integral))*largest
outflow = hole*SQRT(2*9.81*MAX(0, level))
heat = IF temperature < warm THEN power*heating ELSE 0

dlevel = (inflow - outflow)/area
dtemperature = (inflow*(cold - temperature) + heat)/(area*MAX(0.1, level))
dintegral = IF inflow > 0 AND inflow < largest THEN gain*(wanted - level)/reset ELSE 0

wanted: 2
RANGE wanted: 0.5..2.4
gain: 1.5
reset: 30
bias: 0.3
largest: 0.6
area: 2
hole_later: 0.048
RANGE hole_later: 0..0.08
cold: 12
warm: 75
power: 13
RANGE power: 0..25
heating: 1
level: 2
temperature: 40
END
