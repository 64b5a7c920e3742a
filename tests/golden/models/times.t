CONTINUOUS SYSTEM times    " events whose time is known, and one whose time is not
STATE x
DER dx
TIME t

phase = rate*(t - begin)
early = IF phase < 1 THEN 1 ELSE 0
late = IF t > 2*begin THEN 1 ELSE 0
wave = IF SIN(t) > 0.5 THEN 1 ELSE 0
tooth = MOD(t, period)
dx = early + late + wave + tooth - x

rate: 2
begin: 3
period: 4
END
