CONTINUOUS SYSTEM lander    " a lander that falls towards the moon and brakes between two instants
STATE height [m] speed [m/s] fuel [kg]
DER dheight dspeed dfuel
TIME t

burns = t >= ignition AND t < cutoff AND fuel > 0
thrust = IF burns THEN force ELSE 0
mass = empty + fuel

dheight = speed
dspeed = thrust/mass - gravity*(radius/(radius + height))^2
dfuel = -thrust/exhaust

STOP WHEN height < 0 'it has reached the ground'

ignition: 44.48 [s]
cutoff: 65.6 [s]
force: 16000 [N]
exhaust: 3000 [m/s]
empty: 2000 [kg]
gravity: 1.62 [m/s^2]
radius: 1.7374E6 [m]
height: 3500
speed: -20
fuel: 800
END
