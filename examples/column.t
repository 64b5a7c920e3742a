" A distillation column of nine trays, reboiler and drum, whose two products are held by regulators: the light one
" with the reflux, the heavy one with the boilup. At t = 100 the feed gets poorer.

CONNECTING SYSTEM distillation
TIME t
SYSTEM column: process.column
SYSTEM top, bottom: control.pid

column.z = IF t < 100 THEN 0.5 ELSE 0.42
top.y = column.xd
bottom.y = column.xb
column.reflux = top.u
column.boilup = bottom.u

top.yref: 0.91
top.K: 8
top.TI: 20
top.ubias: 1.5
top.ulow: 0
top.uhigh: 3
bottom.yref: 0.09
bottom.K: -8
bottom.TI: 20
bottom.ubias: 2
bottom.ulow: 0
bottom.uhigh: 4
END
