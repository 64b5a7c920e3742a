TERMINAL flange
PURPOSE the end of a shaft: its angle, and the torque on the part
ACROSS angle [rad]     " counted in the same direction everywhere
THROUGH torque [N*m]   " on the part, positive if it drives it forwards
END
