CONTINUOUS SYSTEM friction
PURPOSE dry friction between a and b, with sticking and slipping
ASSUMES Coulomb friction; while the parts stick, the force is what keeps them together, up to its limit
VALID between two masses, or between a mass and the ground
TERMINAL a, b: flange
STATE slip [m]       " of b against a
STATE rate [m/s]     " speed of b against a
DER dslip [m/s], drate [m/s^2]
VARIABLE f [N]       " with which it holds b back
VARIABLE s [N]       " the force while it sticks, a measure of the acceleration while it slips
dslip = rate
slip = b.x - a.x
b.f = f
a.f = -f
" mode: 0 sticks, 1 slips forwards, 2 has just broken away forwards; -1 and -2 are the same backwards
drate*unit_mass = IF mode = 0 THEN 0 ELSE s
f = IF mode = 0 THEN s ELSE sliding*SIGN(mode) + viscous*rate
" a guard is zero while it does not apply, and has no corner at rest, so that nothing chatters
held = IF mode = 0 THEN f ELSE 0
thrown = IF mode = 0 THEN rate ELSE 0
onwards = SIGN(mode)*rate
faster = IF ABS(mode) = 2 THEN SIGN(mode)*drate ELSE 0
WHEN held > sticking
  mode = 2
END
WHEN held < -sticking
  mode = -2
END
WHEN thrown > 10*small OR thrown < -10*small
  mode = SIGN(PRE(rate))
END
WHEN ABS(mode) = 2 AND onwards > small
  mode = SIGN(PRE(mode))
END
WHEN faster < 0
  mode = 0
END
WHEN ABS(mode) = 1 AND onwards < 0
  mode = 0
END
mode: 0
sticking: 1 [N]      " force at which it leaves
sliding: 0.8 [N]     " force while it slips
viscous: 0 [N*s/m]   " proportional to the speed
small: 1e-6 [m/s]    " speed above which it slips; anything ten times as fast at the start slips too
unit_mass: 1 [kg]    " has no influence
RANGE sticking: 0..
RANGE sliding: 0..
RANGE viscous: 0..
RANGE small: 0..
END
