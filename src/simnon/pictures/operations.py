"""DATA: the table of operations: what each takes and does.

The first 36 are those of the graphical front end of 1987 (Brück), in its eight groups; the others are ours.
"""

from enum import Enum

from simnon.source import frozen


class Kind(Enum):
    """What an argument is: an expression, a 'text', a name, a colour, or pieces of a text."""

    NUMBER = "number"
    TEXT = "text"
    WORD = "name"
    COLOUR = "colour"
    PIECE = "text or number"


@frozen
class Parameter:
    name: str
    kind: Kind = Kind.NUMBER
    is_optional: bool = False
    is_repeated: bool = False


@frozen
class Operation:
    name: str
    parameters: tuple[Parameter, ...]
    meaning: str
    group: str

    @property
    def usage(self) -> str:
        """As the manual writes it."""
        words = [_shown(each) for each in self.parameters]
        return " ".join((self.name.upper(), ", ".join(words))).strip()

    @property
    def least(self) -> int:
        return sum(not each.is_optional for each in self.parameters)

    def parameter(self, position: int) -> Parameter | None:
        """The one that an argument belongs to; None if there are too many arguments."""
        if position < len(self.parameters):
            return self.parameters[position]
        last = self.parameters[-1] if self.parameters else None
        return last if last is not None and last.is_repeated else None


def _shown(each: Parameter) -> str:
    name = f"'{each.name}'" if each.kind is Kind.TEXT else each.name
    name += ", ..." if each.is_repeated else ""
    return f"[{name}]" if each.is_optional else name


def _operations(group: str, *lines: tuple[str, str, str]) -> dict[str, Operation]:
    return {name: Operation(name, _parameters(given), meaning, group) for name, given, meaning in lines}


_KINDS = {"text": Kind.TEXT, "word": Kind.WORD, "colour": Kind.COLOUR, "piece": Kind.PIECE, "": Kind.NUMBER}


def _parameters(given: str) -> tuple[Parameter, ...]:
    """`x y label:text? n*`: optional ones end with a question mark, one that can be repeated with a star."""
    found = []
    for word in given.split():
        name, _, kind = word.rstrip("?*").partition(":")
        found.append(Parameter(name, _KINDS[kind], "?" in word[-2:], word.endswith("*")))
    return tuple(found)


OF_1987: dict[str, Operation] = {
    **_operations(
        "drawing",
        ("move", "x y", "begin a line at a point"),
        ("draw", "x y", "continue the line to a point"),
        ("rectangle", "x1 y1 x2 y2", "draw a rectangle between two corners"),
        ("fillrectangle", "x1 y1 x2 y2", "fill a rectangle"),
        ("circle", "x y radius", "draw a circle"),
        ("fillcircle", "x y radius", "fill a circle"),
        ("setcolor", "colour:colour", "choose the colour of what follows"),
        ("setlinewidth", "width dash?*", "choose the width of lines, and their dashes"),
    ),
    **_operations(
        "text",
        ("drawstring", "x y text:piece*", "write texts and numbers in sequence"),
        ("requeststring", "x y question:text line:text", "show an input field; $TEXT in the line is what was typed"),
    ),
    **_operations(
        "coordinates",
        ("scale", "x y? z?", "scale what follows, by one factor or one for each direction"),
        ("translate", "x y z?", "move the origin of what follows"),
        ("pushmatrix", "", "save the coordinates, the colour, the pen and the text settings"),
        ("popmatrix", "", "restore what PUSHMATRIX saved last"),
    ),
    **_operations(
        "segments",
        ("open", "name:word", "begin a segment, which is stored but not drawn; a known one is appended to"),
        ("close", "", "end the segment"),
        ("delete", "name:word", "delete a segment"),
        ("call", "name:word", "draw a segment"),
        ("highlight", "name:word condition?", "highlight a segment, always or while a condition holds"),
    ),
    **_operations(
        "picking",
        ("pushmarker", "name:word", "begin a marker, so that what follows can be picked"),
        ("popmarker", "", "end the innermost marker"),
        ("requestpick", "name:word line:text", "a click on the marker executes the line, with its name for $MARKER"),
    ),
    **_operations(
        "rubber bands",
        ("requestline", "line:text", "drawing a line executes the line, with its ends for $X1 $Y1 $X2 $Y2"),
        ("requestrectangle", "line:text", "drawing a rectangle executes the line, with corners for $X1 $Y1 $X2 $Y2"),
        (
            "requestshape",
            "segment:word line:text",
            "a segment follows the pointer; a click executes the line, with its position for $X $Y",
        ),
    ),
    **_operations(
        "windows",
        ("create", "name:word x1 y1 x2 y2", "create a window; the page goes from 0, 0 to 1, 1"),
        ("title", "text:text", "the title of the window"),
        ("bind", "name:word", "draw in a window from here on"),
        ("limits", "x1 y1 x2 y2", "the coordinates of the lower left and the upper right corner"),
        ("erase", "", "erase what was drawn in the window, always or while the IF around it holds"),
        ("redrawwindow", "name:word", "bring a window to the front"),
        ("redrawall", "", "restore the order in which the windows were created"),
    ),
    **_operations(
        "menus",
        ("newmenu", "name:word title:text", "define a menu"),
        ("addtomenu", "name:word item:text line:text", "add an item and the line that it executes"),
        ("requestmenu", "name:word marker:word", "the menu of a marker"),
        ("mainmenu", "name:word", "the menu of the whole picture"),
    ),
}

OURS: dict[str, Operation] = {
    **_operations(
        "more drawing",
        ("polygon", "x1 y1 x2 y2 x3*", "draw a closed polygon"),
        ("fillpolygon", "x1 y1 x2 y2 x3*", "fill a polygon"),
        ("arc", "x y radius from to", "draw an arc between two angles, anticlockwise"),
        ("trace", "x y span", "draw the path of a point over the last span of time"),
        ("settext", "size anchor:word?", "choose the size of texts, and LEFT, CENTER or RIGHT"),
        ("rotate", "angle", "turn what follows anticlockwise"),
    ),
    **_operations(
        "instruments",
        ("gauge", "x y radius value low high label:text? alarm?", "a dial with a needle; red from the alarm on"),
        ("bar", "x1 y1 x2 y2 value low high alarm?", "a bar that fills from below, or from the left if it is wide"),
        ("lamp", "x y radius condition label:text?", "a lamp that is red while the condition holds"),
        ("sevensegment", "x y height value digits? decimals?", "a number on a seven-segment display"),
        ("stripchart", "x1 y1 x2 y2 span low high value:piece*", "the last span of time of one or more values"),
        ("scope", "x1 y1 x2 y2 x y low high span?", "one value against another"),
        ("thermometer", "x y height value low high", "a thermometer"),
        ("tank", "x1 y1 x2 y2 level low high colour:colour?", "a tank with its level"),
        ("pipe", "width flow x1 y1 x2 y2 x3?*", "a pipe along points, with dashes that move with the flow"),
        ("colorscale", "x1 y1 x2 y2 colour:colour low high label:text?", "the key of a colour scale"),
    ),
    **_operations(
        "controls",
        ("slider", "x1 y1 x2 y2 parameter:word low high", "a slider that sets a parameter"),
        ("knob", "x y radius parameter:word low high", "a knob that sets a parameter"),
        ("switch", "x y size parameter:word off? on?", "a switch that sets a parameter to one of two numbers"),
        ("button", "x1 y1 x2 y2 text:text line:text", "a button that executes a line"),
    ),
    **_operations(
        "space",
        ("rotatex", "angle", "turn what follows around the x axis"),
        ("rotatey", "angle", "turn what follows around the y axis"),
        ("rotatez", "angle", "turn what follows around the z axis"),
        ("box", "x1 y1 z1 x2 y2 z2", "a box between two corners"),
        ("cylinder", "radius z1 z2 radius2?", "a cylinder or cone along the z axis"),
        ("sphere", "radius", "a sphere around the origin"),
        ("surface", "file:text size?", "a body from an STL or OBJ file, scaled"),
        ("camera", "azimuth elevation distance x? y? z?", "the viewpoint, and the point it looks at"),
        ("track", "x y z span", "draw the path of a point in space over the last span of time"),
        ("floor", "size step?", "a grid on the floor"),
    ),
}

OPERATIONS = {**OF_1987, **OURS}
BLOCKS = ("picture", "if", "else", "for", "frame", "end")
"""Words that begin or end a block, besides OPEN and CLOSE."""
