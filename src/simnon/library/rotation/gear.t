CONTINUOUS SYSTEM gear
PURPOSE an ideal gear: a turns ratio times as far as b
ASSUMES no inertia, no losses, no play
TERMINAL a, b: flange
a.angle = ratio*b.angle
b.torque = -ratio*a.torque
ratio: 1 [1]       " turns of a for one of b; negative if they turn in opposite directions
END
