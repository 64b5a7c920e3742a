CONNECTING SYSTEM steer    " the cart shall stand still at `goal` at the end, with the least energy
f1[cart] = p1[opta]
f2[cart] = p2[opta]
f3[cart] = p3[opta]
f4[cart] = p4[opta]
f5[cart] = p5[opta]
f6[cart] = p6[opta]
f7[cart] = p7[opta]
f8[cart] = p8[opta]

loss[opta] = energy[cart]
z1[opta] = place[cart] - goal
z2[opta] = speed[cart]

goal: 1
END
