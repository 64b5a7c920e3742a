TERMINAL port
PURPOSE the end of a pipe: pressure above the atmosphere, and the flow into the part
ACROSS p [Pa]       " pressure
THROUGH q [m^3/s]   " flow into the part
END
