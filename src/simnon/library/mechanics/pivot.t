CONTINUOUS SYSTEM pivot
PURPOSE a point of the plane that does not move
TERMINAL a: joint
a.x = x
a.y = y
x: 0 [m]           " to the right
y: 0 [m]           " upwards
END
