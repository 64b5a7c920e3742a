/** DATA: a model to change into one's own. */
export const FIRST_MODEL = `CONTINUOUS SYSTEM model    " change the equations to your own
STATE x v                  " what changes with time
DER dx dv                  " and how fast it does

dx = v
dv = -stiffness*x - damping*v

stiffness: 1
damping: 0.2
x: 1                       " the initial value; anything you leave out starts at 0
END
`
