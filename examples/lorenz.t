CONTINUOUS SYSTEM lorenz    " Lorenz' equations of convection, whose solution never settles
STATE x y z
DER dx dy dz

dx = sigma*(y - x)
dy = x*(rho - z) - y
dz = x*y - beta*z

sigma: 10
rho: 28
beta: 2.6666666666666667
x: 1
y: 1
z: 1
END
