"""Diagram -> text: its boxes with what they are, and its connections, for terminals without pictures."""

from simnon.model import print_expression

from .diagram import FRAME, Box, BoxKind, Diagram, Net, Pin


def print_diagram(diagram: Diagram) -> str:
    """Boxes first, then nets, from the source to the targets."""
    lines = [f"{diagram.type}: {diagram.purpose}" if diagram.purpose else diagram.type]
    lines += [f"  {print_expression(each.left)} = {print_expression(each.right)}" for each in diagram.equations]
    width = max((len(_name(box)) for box in diagram.boxes), default=0)
    for box in diagram.boxes:
        what = box.type if box.kind is BoxKind.PART and box.type else box.text
        loop = "  in an algebraic loop" if box.is_loop else ""
        lines.append(f"  {_name(box):{width}}  {what}{loop}".rstrip())
    formulas = frozenset(box.name for box in diagram.boxes if box.kind is not BoxKind.PART)
    lines += [f"  {_net(net, formulas)}" for net in diagram.nets]
    return "\n".join(lines)


def _name(box: Box) -> str:
    members = f"[{box.members}]" if box.members else ""
    version = f" ({box.versions[0]})" if box.versions else ""
    return f"{box.name}{members}{version}"


def _net(net: Net, formulas: frozenset[str]) -> str:
    first, *others = (_pin(pin, formulas) for pin in net.pins)
    return f"{net.kind.value:11}  {first} -- {', '.join(others)}"


def _pin(pin: Pin, formulas: frozenset[str]) -> str:
    if pin.box == FRAME:
        return pin.port
    return f"({pin.box})" if pin.box in formulas else f"{pin.box}.{pin.port}"
