CONTINUOUS SYSTEM rod
PURPOSE a rigid rod without mass between a and b
TERMINAL a, b: joint
VARIABLE tension [N]   " positive if it pulls its ends together
(b.x - a.x)^2 + (b.y - a.y)^2 = length^2
b.fx = tension*(b.x - a.x)/length
b.fy = tension*(b.y - a.y)/length
a.fx = -b.fx
a.fy = -b.fy
length: 1 [m]          " of the rod
RANGE length: 0..
END
