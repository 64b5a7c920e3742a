CONTINUOUS SYSTEM robertson    " Robertson's three reactions, with rates from 0.04 to 3E7: very stiff
STATE a b c
DER da db dc

slow = k1*a
fast = k2*b^2
back = k3*b*c

da = back - slow
db = slow - back - fast
dc = fast

k1: 0.04
k2: 3E7
k3: 1E4
a: 1
END
