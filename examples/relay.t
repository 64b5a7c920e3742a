CONTINUOUS SYSTEM relay    " a room kept warm by a relay with hysteresis
STATE temperature [K]
DER dtemperature
OUTPUT u

WHEN temperature < wanted - width
  u = 1
END

WHEN temperature > wanted + width
  u = 0
END

dtemperature = (outside + gain*u - temperature)/tau

u: 1
wanted: 293 [K]
width: 0.5 [K]
outside: 275 [K]
gain: 30 [K]
tau: 1800 [s]
temperature: 285
END
