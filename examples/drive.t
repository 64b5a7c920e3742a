" A positioning drive of library parts: a dc motor turns a load through a gear and an elastic shaft.
" The position regulator wants a speed, and a sampled one wants a voltage; both are limited.

CONNECTING SYSTEM drive
SYSTEM supply: electrical.voltage_source
SYSTEM ground: electrical.ground
SYSTEM motor: electrical.dc_motor
SYSTEM gear: rotation.gear
SYSTEM shaft: rotation.spring_damper
SYSTEM load: rotation.inertia
SYSTEM bearing: rotation.friction
SYSTEM housing: rotation.fixed
SYSTEM reference: sources.step
SYSTEM position: control.pid
SYSTEM speed: control.dpid

CONNECT supply.p motor.p
CONNECT supply.n motor.n ground.p
CONNECT motor.shaft gear.a
CONNECT gear.b shaft.a
CONNECT shaft.b load.a
CONNECT load.b bearing.b
CONNECT bearing.a housing.a

position.yref = reference.y
position.y = load.angle
speed.yref = gear.ratio*position.u
speed.y = motor.speed
supply.u = speed.u

gear.ratio: 20
shaft.k: 500
shaft.d: 6
load.J: 0.1
bearing.sticking: 0.5
bearing.sliding: 0.4
reference.start: 0.1
reference.height: 2
position.K: 8
position.ulow: -5
position.uhigh: 5
speed.K: 0.3
speed.TI: 0.1
speed.TT: 0.05
speed.ulow: -24
speed.uhigh: 24
speed.period: 0.002
END
