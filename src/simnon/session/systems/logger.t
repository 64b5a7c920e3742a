DISCRETE SYSTEM LOGGER    " SIMU writes the connected inputs at each sample to the file LOGGER.csv
INPUT U1 U2 U3 U4 U5 U6 U7 U8
OUTPUT Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 SAMPLE
STATE COUNT
NEW NCOUNT
TIME T
TSAMP TS

Y1 = U1
Y2 = U2
Y3 = U3
Y4 = U4
Y5 = U5
Y6 = U6
Y7 = U7
Y8 = U8
SAMPLE = COUNT + 1
NCOUNT = COUNT + 1
TS = T + DT

DT: 1    " the sampling period
U1: 0
U2: 0
U3: 0
U4: 0
U5: 0
U6: 0
U7: 0
U8: 0
END
