CONTINUOUS SYSTEM valve
PURPOSE a valve: an orifice opened by an input from 0 to 1
ASSUMES linear characteristic; linear flow below a small pressure difference
TERMINAL a, b: port
INPUT u [1]         " opening
VARIABLE dp [Pa]    " pressure difference from a to b
dp = a.p - b.p
opening = MAX(0, MIN(1, u))
a.q = kv*opening*(IF dp > small THEN SQRT(dp/nominal) ELSE IF dp < -small THEN -SQRT(-dp/nominal) ELSE dp/SQRT(small*nominal))
a.q + b.q = 0
u: 1
kv: 1e-3 [m^3/s]    " flow through the open valve at the nominal pressure difference
nominal: 1e5 [Pa]   " that pressure difference
small: 1 [Pa]       " pressure difference below which the flow is linear
RANGE kv: 0..
RANGE nominal: 0..
RANGE small: 0..
END
