CONTINUOUS SYSTEM TANK   " a tank with a valve at its inlet and a hole at its bottom
INPUT V AOUT             " opening asked of the valve, area of the hole
STATE H                  " level
DER DH

VALVE = IF V < 0 THEN 0 ELSE IF V > 1 THEN 1 ELSE V
QIN = QMAX*VALVE
QOUT = AOUT*SQRT(2*G*MAX(H, 0))
DH = (QIN - QOUT)/AREA

QMAX: 1
G: 9.81
AREA: 10
END
