CONTINUOUS SYSTEM transfer_function
PURPOSE d + (b[1]*s^(n-1) + ... + b[n])/(s^n + a[1]*s^(n-1) + ... + a[n])
ASSUMES that a[k] and b[k] are given to its poles: pole[k].a, pole[k].b
INPUT u
OUTPUT y
SYSTEM pole[1..n]: pole
y = pole[1].x + d*u
pole[k].u = u FOR k = 1..n
pole[k].first = pole[1].x FOR k = 1..n
pole[k].above = pole[k+1].x FOR k = 1..n-1
n: 2               " order
d: 0               " direct gain
u: 0
END
