TERMINAL flange
PURPOSE the end of a body that moves along a line: its position, and the force on the part
ACROSS x [m]       " position, counted in the same direction everywhere
THROUGH f [N]      " force on the part, positive where it pushes it forwards
END
