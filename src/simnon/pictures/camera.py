"""Camera -> the matrix from space to what it sees at a moment."""

from simnon.figures import Array

from .matrices import view
from .scene import Camera, at


def camera_view(camera: Camera, moment: int) -> Array:
    x, y, z = (at(each, moment) for each in camera.target)
    return view(at(camera.azimuth, moment), at(camera.elevation, moment), at(camera.distance, moment), (x, y, z))
