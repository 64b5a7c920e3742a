CONTINUOUS SYSTEM torque
PURPOSE an external torque on a shaft; the torque is an input
TERMINAL a: flange
INPUT u [N*m]      " on the shaft, positive forwards
a.torque = -u
u: 0
END
