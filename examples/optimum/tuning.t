MACRO TUNING    " gain and integral time of the tank's regulator, for the least integral of t times the error
SYST BASIN PID LOOP
PAR K: 1 TI: 50 TT: 10 ULOW: 0 UHIGH: 1 DT: 5
SIMU 0 200
OPTIM COST K[0.1,20] TI[5,200]
ASHOW LEVEL
END
