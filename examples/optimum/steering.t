MACRO STEERING    " optimal control: the known answer is an energy of 12*64/63, forces falling in a straight line
SYST CART OPTA STEER
SIMU 0 1
DISP ENERGY[CART]
ASHOW FORCE X V
END
