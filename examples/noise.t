" A noisy measurement of a slow sine, and a sampled filter that smooths it.

CONTINUOUS SYSTEM source
TIME t
OUTPUT y

y = SIN(frequency*t)

frequency: 0.5 [rad/s]
END

DISCRETE SYSTEM filter
INPUT y
OUTPUT smooth
STATE old
NEW new_old
TIME t
TSAMP next

measured = y + sigma*NORM(1)
smooth = a*old + (1 - a)*measured
new_old = smooth
next = t + period

a: 0.8
sigma: 0.2
period: 0.1 [s]
END

CONNECTING SYSTEM measurement
y[filter] = y[source]
END
