" A bridge of four diodes turns an alternating voltage into a direct one, with a capacitor to smooth it.

CONNECTING SYSTEM rectifier
SYSTEM source: electrical.sine_voltage
SYSTEM D[1..4]: electrical.diode
SYSTEM C: electrical.capacitor
SYSTEM load: electrical.resistor
SYSTEM ground: electrical.ground

CONNECT source.p D[1].p D[2].n
CONNECT source.n D[3].p D[4].n ground.p
CONNECT D[1].n D[3].n C.p load.p
CONNECT D[2].p D[4].p C.n load.n
voltage = C.v

source.amplitude: 12
source.frequency: 50
D[k].knee: 0.7 FOR k = 1..4
D[k].Ron: 0.05 FOR k = 1..4
C.C: 1e-3
load.R: 100
END
