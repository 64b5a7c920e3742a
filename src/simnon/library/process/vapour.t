TERMINAL vapour
PURPOSE a vapour that rises: its flow and the fraction of the light component
OUTPUT flow [mol/s]   " flow
OUTPUT y [1]          " mole fraction of the light component
END
