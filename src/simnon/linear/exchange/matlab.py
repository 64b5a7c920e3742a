"""A realisation <-> a file of MATLAB: `load file.mat; sys = ss(A, B, C, D, Ts)`."""

import io
from pathlib import Path
from typing import Any

import numpy as np

from simnon.source import UserError, arguments, atomic_file, reading, require

from ..realisation import Realisation
from .dictionaries import CHANNELS, MATRICES, NAMES, Fields, from_dictionary, to_dictionary

_HEAD = b"MATLAB 5.0 MAT-file, written by Simnon"


def write_mat(model: Realisation, path: str | Path, *, force: bool = False) -> None:
    """Matrices A, B, C, D, the period Ts and cell arrays of names; delays are in the structure `delays`."""
    plain = to_dictionary(model)
    content: dict[str, Any] = {name: getattr(model, name) for name in MATRICES}
    content |= {name: np.array([*plain[name], None], dtype=object)[:-1] for name in NAMES}
    content["Ts"] = model.period
    if model.channels is not None:
        content["delays"] = {"lags": np.array(model.channels.lags)} | {
            name: getattr(model.channels, name) for name in CHANNELS
        }
    buffer = io.BytesIO()
    require("scipy.io", "a file of MATLAB", "studies").savemat(buffer, content, oned_as="column")
    # scipy puts the date into the head; the same model gives the same bytes.
    written = _HEAD.ljust(116) + buffer.getvalue()[116:]
    with atomic_file(arguments.file_path(path), force=force) as place:
        place.write_bytes(written)


def read_mat(path: str | Path) -> Fields:
    """A file with A, B, C and D; Ts and names are optional."""
    place = arguments.file_path(path)
    library = require("scipy.io", "a file of MATLAB", "studies")
    with reading(place, "a file of MATLAB", "save it with -v7"):
        try:
            found = library.loadmat(str(place), appendmat=False)
        except (NotImplementedError, library.matlab.MatReadError) as error:
            raise ValueError(str(error)) from error
    missing = [name for name in MATRICES if name not in found]
    if missing:
        raise UserError("bad-file", f"'{place}' has no matrix {', '.join(missing)}", "it needs A, B, C and D")
    sizes = {"states": found["A"].shape[0], "inputs": found["D"].shape[1], "outputs": found["D"].shape[0]}
    plain: dict[str, Any] = {name: found[name] for name in MATRICES}
    for name, stem in zip(NAMES, "xuy", strict=True):
        cells: Any = np.ravel(found[name]) if name in found else ()
        names = [str(np.ravel(cell)[0]) for cell in cells if np.size(cell)]
        plain[name] = names if len(names) == sizes[name] else [f"{stem}{i + 1}" for i in range(sizes[name])]
    plain["period"] = max(float(np.ravel(found["Ts"])[0]), 0.0) if "Ts" in found else 0.0
    if "delays" in found:
        record = found["delays"][0, 0]
        plain["delays"] = {"lags": np.ravel(record["lags"]).tolist()} | {name: record[name] for name in CHANNELS}
    return from_dictionary(plain)
