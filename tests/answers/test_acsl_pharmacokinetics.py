"""Programs of ACSL as large as the pharmacokinetic models in use: no dose is lost on its way through the tissues."""

from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.session import Session
from simnon.session.outcome import Failed
from simnon.simulation import Trajectory

TISSUES = {
    "adipose": (0.07, 0.19, 14.5),
    "bone": (0.05, 0.09, 1.1),
    "brain": (0.12, 0.02, 0.9),
    "heart": (0.04, 0.005, 1.3),
    "kidney": (0.18, 0.004, 1.7),
    "muscle": (0.17, 0.40, 0.8),
    "pancreas": (0.01, 0.001, 1.2),
    "skin": (0.05, 0.04, 0.7),
    "spleen": (0.03, 0.003, 1.5),
    "thyroid": (0.02, 0.0003, 1.4),
    "gut": (0.14, 0.017, 1.6),
    "rest": (0.05, 0.05, 1.0),
}
"""The fraction of the cardiac output, the fraction of the body, and the partition coefficient."""

NEW_TISSUE = """
    ! ---- {name} ----
    constant FQ_{name} = {flow}     ! fraction of cardiac output
    constant FV_{name} = {volume}   ! fraction of body weight
    constant P_{name}  = {ratio}    ! tissue:blood partition
    constant A0_{name} = 0.0
    initial
        Q_{name} = FQ_{name}*QC
        V_{name} = FV_{name}*BW
    end
    dA_{name} = Q_{name}*(CA - CV_{name})
    A_{name}  = integ(dA_{name}, A0_{name})
    C_{name}  = A_{name}/V_{name}
    CV_{name} = C_{name}/P_{name}
    dAUC_{name} = C_{name}
    AUC_{name}  = integ(dAUC_{name}, 0.0)
"""

NEW_HEAD = """! A whole body, in the spelling of Magnolia.
model body   ! 12 tissues, liver, blood

function k = scaled(kc, power)
    dimension k, kc, power
    if (BW <= 0.0)
        k = 0.0
    else
        k = kc*pow(BW, power)
    end
end

initial
    constant BW = 70.0, QCC = 15.0, KMC = 2.0, VMAXC = 4.0
    constant integer SEX = 1
    constant KA = 0.8
    dimension logical closed
    constant closed = false
    constant tstop = 144.0, points = 288.0
    CINT = tstop/points
    QC = scaled(QCC, 0.74)
    VMAX = scaled(VMAXC, 0.7)
    if (SEX == 0)
        hematocrit = 0.45
        share = 0.079
    else if (SEX == 1)
        hematocrit = 0.40
        share = 0.065
    else
        hematocrit = 0.42
        share = 0.07
    end
    if (~closed && KA > 5.0)
        KA = 5.0
    end
    VB = share*BW

    ! Five infusions, each with its amount and length
    dimension real dose[5], length[5]
    constant dose = 200.0, 100.0, 100.0, 50.0, 50.0
    constant length = 2.0, 1.0, 2.0, 1.0, 0.5
    dimension integer i, day
    for i = 1, 5
        schedule begin at 24.0*(i - 1) + 1.0
        schedule finish at 24.0*(i - 1) + 1.0 + length[i]
    end
    day = 1
    rate = 0.0
    xerror xerr = 1e-9
    merror merr = 1e-9
end ! initial

dynamic
derivative
"""

NEW_FOOT = """
    ! ---- liver, with saturable metabolism ----
    constant FQ_liver = 0.07, FV_liver = 0.026, P_liver = 1.9
    initial
        Q_liver = FQ_liver*QC
        V_liver = FV_liver*BW
    end
    dA_liver = Q_liver*(CA - CV_liver) - dMet + KA*A_gut_lumen
    A_liver  = integ(dA_liver, 0.0)
    C_liver  = A_liver/V_liver
    CV_liver = C_liver/P_liver
    dMet = VMAX*CV_liver/(KMC + CV_liver)
    Met  = integ(dMet, 0.0)

    ! ---- lumen, dosed by mouth every second day ----
    A_gut_lumen = integ(-KA*A_gut_lumen, 0.0)

    ! ---- blood ----
    dA_blood = {inflow} ...
               - QC*CA + Q_liver*CV_liver + rate
    A_blood  = integ(dA_blood, 0.0)
    CA = A_blood/VB

    ! ---- balance ----
    total = {amounts} ...
            + A_liver + A_blood + A_gut_lumen + Met
    given = integ(rate, 0.0)
    balance = given + swallowed - total
    if t < 24.0
        early = 1.0
    else
        early = 0.0
    end
    termt(t >= tstop, 'time limit')
end ! derivative

discrete begin
    rate = dose[day]/length[day]
    day = day + 1
end

discrete finish
    rate = 0.0
end

discrete mouth
    interval every = 48.0
    constant tablet = 30.0
    if (t <= 100.0)
        A_gut_lumen = A_gut_lumen + tablet
        swallowed = swallowed + tablet
    end
end
end ! dynamic
end ! model
"""

OLD_TISSUE = """
 'Amount in {name} (mg)'
      R{name} = Q{name}*(CA - CV{name})
      A{name} = INTEG(R{name}, 0.)
     CV{name} = A{name}/(V{name}*P{name})
      C{name} = A{name}/V{name}
    AUC{name} = INTEG(C{name}, 0.)
"""
OLD_CONSTANTS = """
CONSTANT QC{name} = {flow}   $'Fraction of flow to {name}'
CONSTANT VC{name} = {volume} $'Fraction of body as {name}'
CONSTANT  P{name} = {ratio}  $'Partition coefficient'
  Q{name} = QC{name}*QC $ V{name} = VC{name}*BW
"""


def flow_of_liver() -> float:
    return 1.0 - sum(flow for flow, _, _ in TISSUES.values())


def new_program() -> str:
    assert flow_of_liver() == pytest.approx(0.07)
    tissues = "".join(
        NEW_TISSUE.format(name=name, flow=flow, volume=volume, ratio=ratio)
        for name, (flow, volume, ratio) in TISSUES.items()
    )
    inflow = " ...\n        + ".join(f"Q_{name}*CV_{name}" for name in TISSUES)
    amounts = " ...\n        + ".join(f"A_{name}" for name in TISSUES)
    return NEW_HEAD + tissues + NEW_FOOT.format(inflow=inflow, amounts=amounts)


def old_program() -> str:
    constants = "".join(
        OLD_CONSTANTS.format(name=name[:4].upper(), flow=flow, volume=volume, ratio=ratio)
        for name, (flow, volume, ratio) in TISSUES.items()
    )
    names = [name[:4].upper() for name in TISSUES]
    tissues = "".join(OLD_TISSUE.format(name=name) for name in names)
    venous = " ...\n         + ".join(f"Q{name}*CV{name}" for name in names)
    amounts = " ...\n         + ".join(f"A{name}" for name in names)
    return f"""PROGRAM: WHOLE BODY (12 TISSUES), OLD.CSL
!'revised twice'
INITIAL
CONSTANT BW = 0.25 $'Body weight (kg)'
CONSTANT QCC = 14. $'Cardiac output (L/hr-kg)'
CONSTANT TINF = .5, IVDOSE = 10., TSTOP = 24.
LOGICAL LONG $ CONSTANT LONG = .FALSE.
  QC = QCC*BW**0.74
  IVR = IVDOSE*BW/TINF
INTEGER I $ I = 1
ARRAY DRTIME(4), DRPCT(4)
CONSTANT DRTIME = 6.0, 9.0, 13.0, 17.0
CONSTANT DRPCT = 0.1, 0.2, 0.3, 0.4
CONSTANT WATER = 5.0
{constants}
  VVEN = 0.05*BW
  IF (LONG) TSTOP = 48.
  SCHEDULE DRINK .AT. DRTIME(1)
END $'End of initial'
DYNAMIC
ALGORITHM IALG = 2 $'Gear'
CINTERVAL CINT = 0.25
DISCRETE DRINK
  STOM = STOM + DRPCT(I)*WATER
  DRUNK = DRUNK + DRPCT(I)*WATER
  I = I + 1
  IF (I.LE.4) SCHEDULE DRINK .AT. DRTIME(I)
END
DERIVATIVE
      IV = IVR*(1. - STEP(TINF))
{tissues}
    STOM = INTEG(-2.0*STOM, 0.)
    RVEN = {venous} ...
         + 0.07*QC*CA - QC*CA + IV + 2.0*STOM
    AVEN = INTEG(RVEN, 0.)
      CA = AVEN/VVEN
   DOSED = INTEG(IV, 0.)
   TMASS = {amounts} + AVEN + STOM
     BAL = DOSED + DRUNK - TMASS
    TERMT(T.GE.TSTOP, 'time')
END $'End of derivative'
END $'End of dynamic'
TERMINAL
END $'End of terminal'
END $'End of program'
"""


def run_of(folder: Path, name: str, text: str) -> Trajectory:
    (folder / f"{name}.csl").write_text(text)
    session = Session(folder, is_interactive=False)
    for line in (f"SYST {name}", "SIMU"):
        failed = [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)]
        assert not failed, failed
    return session.workspace.run_named("")


def test_a_model_of_magnolia_gives_and_keeps_every_dose(tmp_path: Path) -> None:
    text = new_program()
    assert text.count("\n") > 280

    run = run_of(tmp_path, "body", text)

    assert run.stop.time == 144.0
    assert np.diff(run.t).max() == pytest.approx(0.5)
    assert run.final["given"] == pytest.approx(500.0, rel=1e-8)
    assert run.final["swallowed"] == 90.0
    assert np.abs(run["balance"]).max() < 1e-5
    assert 0.0 < run.final["Met"] < 590.0
    assert run["early"][[0, -1]].tolist() == [1.0, 0.0]


def test_a_program_of_the_old_kind_gives_and_keeps_every_dose(tmp_path: Path) -> None:
    run = run_of(tmp_path, "old", old_program())

    assert run.stop.time == 24.0
    assert run.final["DOSED"] == pytest.approx(2.5, rel=1e-6)
    assert run.final["DRUNK"] == pytest.approx(5.0)
    assert np.abs(run["BAL"]).max() < 1e-5


def test_a_constant_of_the_model_is_a_parameter_of_the_run(tmp_path: Path) -> None:
    path = tmp_path / "body.csl"
    path.write_text(new_program())
    model = simnon.load(path)

    slow, fast = (model.simulate(0, 6, parameters={"VMAXC": value}, rtol=1e-8).final["Met"] for value in (1.0, 4.0))

    assert 0.0 < slow < fast
