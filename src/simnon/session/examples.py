"""Where the examples that come with Simnon are, and which files belong to each."""

from pathlib import Path


def examples_folder() -> Path:
    """In an installed package beside the code, in a checkout at its root."""
    package = Path(__file__).parent.parent
    installed = package / "examples"
    return installed if installed.is_dir() else package.parent.parent / "examples"


TOGETHER = {"level": ("tank.t", "regulator.t", "level.t"), "friction": ("friction.t", "characteristic.py")}
"""Examples of several files; all others have one."""
STUDIES = {"tank": "tank-study", "optimum": "optimum", "animation": "animation"}
"""Examples that are folders."""


def example_names() -> list[str]:
    parts = {name for names in TOGETHER.values() for name in names}
    alone = [path.stem for path in examples_folder().glob("*.t") if path.name not in parts]
    return sorted({*alone, *TOGETHER, *STUDIES})


def files_of_example(name: str) -> list[Path]:
    """The files of an example; none if there is no example of that name."""
    folder = examples_folder()
    if name in STUDIES:
        return sorted(path for path in (folder / STUDIES[name]).iterdir() if path.is_file())
    if name not in example_names():
        return []
    own = [folder / each for each in TOGETHER.get(name, (f"{name}.t",))]
    picture = folder / f"{name}.picture"
    return [*own, picture] if picture.is_file() else own
