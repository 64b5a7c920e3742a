CONNECTING SYSTEM loop    " the level of the basin is kept while the hole grows
TIME t

valve[basin] = u[pid]
hole[basin] = IF t < 100 THEN 0.01 ELSE 0.05
y[pid] = level[basin]
yref[pid] = wanted[basin]
END
