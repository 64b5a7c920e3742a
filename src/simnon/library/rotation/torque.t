CONTINUOUS SYSTEM torque
PURPOSE a torque on a shaft from outside, which is an input
TERMINAL a: flange
INPUT u [N*m]      " on the shaft, positive forwards
a.torque = -u
u: 0
END
