TERMINAL port
PURPOSE a place with one temperature, and the heat that flows into the part
ACROSS T [K]       " temperature
THROUGH q [W]      " heat flow into the part
END
