CONTINUOUS SYSTEM pole
PURPOSE one of the states of a transfer_function, in observer form
INPUT u, first, above
OUTPUT x
STATE x
DER dx
dx = above + b*u - a*first
above: 0
a: 0               " coefficient of the denominator
b: 0               " coefficient of the numerator
END
