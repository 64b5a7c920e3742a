TERMINAL pin
PURPOSE a wire: voltage against a common ground, and the current that flows in
ACROSS v [V]       " potential
THROUGH i [A]      " current into the part
END
