"""Where runs lead: basins of attraction, sections, Lyapunov exponents."""

from simnon.doors import front_door

with front_door(__name__):
    from .attractors import Attractor, Kind
    from .basins import BasinRequest, Basins, find_basins
    from .lyapunov import Lyapunov, find_lyapunov
    from .methods import OrbitMethods
    from .requests import Given, positive, read_basins, read_grid, read_lyapunov, read_orbit_run, read_section
    from .rows import run_rows
    from .sections import Section, find_section

__all__ = [
    "Attractor",
    "BasinRequest",
    "Basins",
    "Given",
    "Kind",
    "Lyapunov",
    "OrbitMethods",
    "Section",
    "find_basins",
    "find_lyapunov",
    "find_section",
    "positive",
    "read_basins",
    "read_grid",
    "read_lyapunov",
    "read_orbit_run",
    "read_section",
    "run_rows",
]
