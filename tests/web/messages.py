"""One message of each kind, as the server sends them; both sides of the protocol are tested with them."""

import numpy as np

from simnon.figures import Area, Axis, Band, Cells, Curve, Figure, Key, Marker, Shape, TextBlock
from simnon.frontends.web import messages as m
from simnon.graphics import scene_wire
from tests.unit.pictures.staged import staged

_FIGURE = Figure(
    1,
    2,
    (
        Area(
            Axis("t", "s", 0.0, 10.0),
            Axis("H", "m", None, None, True),
            (Curve("H", np.array([0.0, 1.0]), np.array([2.0, np.nan]), "m", shape=Shape.STEPS, shade=0.5),),
            (TextBlock("here", 1.0, 2.0),),
            "tank",
            has_axes=True,
            bands=(Band("90 %", np.array([0.0]), np.array([1.0]), np.array([2.0])),),
            markers=(Marker(3.0, "V > 1"),),
            key=Key("GAIN", "", 0.0, 1.0),
        ),
        Area(cells=Cells("cost", np.array([0.0, 1.0]), np.array([0.0]), np.array([[3.0, 4.0]]))),
    ),
    "both",
)

_SCENE = staged(
    "TITLE 'tank'",
    "CREATE side, 0.5, 0.5, 1, 1",
    "SETCOLOR heat(temp, 20, 80)",
    "FILLRECTANGLE 0, 0, 1, h",
    "IF h > 2",
    "SETCOLOR red",
    "END",
    "SETLINEWIDTH 2, 4, 2",
    "PUSHMARKER ball",
    "CIRCLE x, y, 1",
    "POPMARKER",
    "DRAWSTRING 1, 1, 'h ', h:2",
    "TRACE x, y, 2",
    "CAMERA 0.1, 0.2, phi + 5, 0, 0, 0",
    "FLOOR 2, 1",
    "ROTATEZ phi",
    "BOX 0, 0, 0, 1, 1, 1",
    "TRACK 0, 0, 1, 2",
    "SLIDER 1, 1, 3, 1, k, 0, 2",
    "REQUESTPICK ball, 'DISP x'",
    "REQUESTSTRING 2, 2, 'level', 'PAR k: $TEXT'",
    "NEWMENU runs, 'Run'",
    "ADDTOMENU runs, 'short', 'SIMU 0 1'",
    "MAINMENU runs",
)

MESSAGES: tuple[object, ...] = (
    m.Greeting(m.PROTOCOL, "1.0", "study", "b1", "", ("SYST TANK",), ("SIMU 0 10",)),
    m.Line(1, "b1", 7, ">", "SIMU 0 200"),
    m.Reply(1, "plain", "the end of the run"),
    m.Done(1, "b1", 7, False),
    m.Refused(3, "there is no file", "write its name"),
    m.PromptPart(">", False, False, 2, "TI: 1e10"),
    m.SettingsPart(0.0, 200.0, "auto", 1e-6, {"LIVE": True}),
    m.ModelPart(("tank.t",), "TANK", 1, 3, (1.5, 0.0, 0.0)),
    m.ValuesPart(
        (
            m.ValueItem(
                "TANK",
                "AREA",
                "AREA[TANK]",
                "parameter",
                10.0,
                10.0,
                0.0,
                "m2",
                float("-inf"),
                float("inf"),
                "its area",
            ),
        )
    ),
    m.ProgressPart(0.5, "t = 100"),
    m.RunsPart(
        (m.RunItem("PI", 0.0, 200.0, "the end", "end", 52, 1, ("H",), {"TI": 50.0}, 0.001, False),),
        (m.EnsembleItem("SPREAD", "sample", ("A2",), 247, 400, ("H",), ("max(H)",)),),
    ),
    m.EventsPart(1, "the end", (m.EventItem(100.0, "T < 100", 1.0, 0.0),)),
    m.WindowsPart("tank", (m.WindowItem("graphics", "tank", False),)),
    m.FigurePart("tank", 0, 4, _FIGURE, ((2,), ())),
    m.ScenePart("tank", False, "", scene_wire(_SCENE)),
    m.TrialPart(4, ""),
    m.FolderPart("study", (m.FileItem("tank.t", 300, 1.5e9, False, True),)),
    m.Suggestions(1, "SIMU start stop", (m.SuggestionItem("SIMU", -3, "Run"),)),
    m.FileText(2, "tank.t", "CONTINUOUS SYSTEM", "ab12", ".t"),
    m.Checked(
        3,
        "tank.t",
        (m.DiagnosticItem("error", "undefined-name", "'X' is not defined", "", "tank.t", 3, 4),),
        (0, 10, 1),
    ),
    m.Explained(4, "a state", "tank.t", 20),
    m.Zoomed(5, "tank", 0, (np.array([1.0, 2.0]),), (np.array([3.0, np.inf]),)),
    m.Arrows(6, np.array([1.0]), np.array([2.0])),
    m.Rows(7, ("t", "H"), ("s", "m"), 0, 1000, (np.array([0.0]), np.array([2.0]))),
    m.Outlines(11, ("H",), (0.0,), (2.0,), (np.array([0.0, 1.0]),), (np.array([0.0, 2.0]),)),
    m.ManualPage(8, "SIMU", "SIMU", "Run a simulation.", (m.PageItem("SIMU", "Run a simulation.", "Commands"),)),
    m.Listing(9, "data", (m.FileItem("pulse.csv", 300, 1.5e9, False, False),)),
    m.LibraryPage(
        10,
        "electrical.resistor",
        "a continuous system",
        (("Purpose", "an ideal resistor"),),
        (m.InfoItem("p", "pin", "", "", "", ""),),
        (m.InfoItem("R", "parameter", "1000", "Ohm", "0..", "resistance"),),
        (m.InfoItem("v", "variable", "", "V", "", "voltage from p to n"),),
        (),
        (),
    ),
    m.JoinChecked(12, "the units differ"),
    m.DiagramPage(
        11,
        "drive",
        (
            m.DiagramItem(
                "drive",
                "a positioning drive",
                True,
                240.0,
                120.0,
                (m.PortItem("r", "input", "left", "", "[rad]", 0.0, 60.0, -1),),
                (
                    m.BoxItem(
                        "motor",
                        "part",
                        "electrical.dc_motor",
                        "1..3",
                        ("simple", "full"),
                        "",
                        False,
                        60.0,
                        24.0,
                        96.0,
                        60.0,
                        (m.PortItem("p", "terminal", "left", "electrical.pin", "", 60.0, 48.0, 0),),
                        "added",
                    ),
                ),
                (m.NetItem("physical", 0, (0.0, 60.0, 60.0, 60.0), (), ("\nr", "motor\np"), ""),),
                (m.ParameterItem("motor.R", "1.5", "Ohm", "resistance"),),
                (m.FormulaItem(40.0, 9.0, 9.0, (m.LetterItem("x", 0.0, 0.0, 15.0, "italic", 7.5),), (0.0, 10.0, 0.0)),),
                ("how it works",),
            ),
        ),
        (m.IconItem("electrical.dc_motor", ((4.0, 24.0, 10.0, 24.0),)),),
        ("drive.t",),
    ),
)
