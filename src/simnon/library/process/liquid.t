TERMINAL liquid
PURPOSE a liquid that runs down: its flow and the fraction of the light component
OUTPUT flow [mol/s]   " flow
OUTPUT x [1]          " mole fraction of the light component
END
