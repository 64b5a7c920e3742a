DISCRETE SYSTEM triggered
PURPOSE samples u when a trigger rises through zero, and holds it
INPUT u, trigger
OUTPUT y
EVENT e
e = trigger
y = u
u: 0
trigger: 0
END
