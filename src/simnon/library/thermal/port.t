TERMINAL port
PURPOSE a point with one temperature, and the heat flow into the part
ACROSS T [K]       " temperature
THROUGH q [W]      " heat flow into the part
END
