CONTINUOUS SYSTEM delayed    " feedback through a dead time: it oscillates when gain times lag is more than 1.57
STATE x
DER dx
OUTPUT u

u = -gain*DELAY(x, lag, before)
dx = u

gain: 1.4
lag: 1 [s]
before: 1
x: 1
END
