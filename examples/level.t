CONNECTING SYSTEM level    " the level of the tank is kept while the hole grows
TIME t

valve[tank] = u[regulator]
hole[tank] = IF t < 100 THEN small ELSE large
y[regulator] = level[tank]
yref[regulator] = wanted

small: 0.01 [m^2]
large: 0.05 [m^2]
wanted: 2 [m]
END
