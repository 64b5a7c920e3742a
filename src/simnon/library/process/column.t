CONTINUOUS SYSTEM column
PURPOSE a distillation column for two components: trays counted from the top, reboiler and reflux drum
ASSUMES constant molar overflow, constant holdups, constant relative volatility, boiling liquid as feed
REFERENCE the structure of Nilsson (1987), report CODEN: LUTFD2/TFRT-7362, Lund: nine trays, a reboiler and a drum
INPUT feed [mol/s]     " to the tray number feed_tray
INPUT z [1]            " mole fraction of the light component in the feed
INPUT reflux [mol/s]   " from the drum to the first tray
INPUT boilup [mol/s]   " from the reboiler to the last tray
OUTPUT xd [1]          " mole fraction of the light component in the distillate
OUTPUT xb [1]          " and in the bottoms
SYSTEM drum: drum
SYSTEM tray[1..n]: tray
SYSTEM reboiler: reboiler
CONNECT drum.down tray[1].from_above
CONNECT tray[k].down tray[k+1].from_above FOR k = 1..n-1
CONNECT tray[n].down reboiler.from_above
CONNECT reboiler.up tray[n].from_below
CONNECT tray[k+1].up tray[k].from_below FOR k = 1..n-1
CONNECT tray[1].up drum.from_below
tray[k].alpha = alpha FOR k = 1..n
tray[k].holdup = holdup FOR k = 1..n
reboiler.alpha = alpha
reboiler.boilup = boilup
drum.reflux = reflux
tray[feed_tray].feed = feed
tray[feed_tray].z = z
xd = drum.x
xb = reboiler.x
n: 9 [1]               " number of trays
feed_tray: 5 [1]       " the tray to which the feed goes
alpha: 2 [1]           " relative volatility
holdup: 1 [mol]        " liquid on each tray
feed: 1
z: 0.5
reflux: 1.5
boilup: 2
RANGE alpha: 1..
RANGE holdup: 0..
END
