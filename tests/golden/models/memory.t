" PRE, DELAY, RECT and NORM in a continuous and a discrete system

CONTINUOUS SYSTEM plant
INPUT u
STATE x
DER dx
OUTPUT peak

WHEN x > peak + 0.1
  peak = MAX(PRE(peak), x)
  x = PRE(x)/2
END

dx = -DELAY(x + u, 0.5) + u

peak: 0
END

DISCRETE SYSTEM dice
INPUT x
OUTPUT u
STATE n
NEW nn
TIME t
TSAMP next

u = low + (high - low)*RECT() + 0.1*NORM(seed) - PRE(x)
nn = IF u > 0 THEN n + 1 ELSE n
next = t + 1 + 0.1*n

low: -1
high: 1
seed: 7
END

CONNECTING SYSTEM game
u[plant] = u[dice]
x[dice] = x[plant]
END
