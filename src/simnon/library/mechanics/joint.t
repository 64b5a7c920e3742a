TERMINAL joint
PURPOSE a point of a plane to which parts are hinged: its position, and the force on the part
ACROSS x [m]       " to the right
ACROSS y [m]       " upwards
THROUGH fx [N]     " force on the part, to the right
THROUGH fy [N]     " and upwards
END
