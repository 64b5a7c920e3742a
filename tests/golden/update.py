"""`python -m tests.golden.update`: write the golden files anew, to be read before they are kept."""

from tests.golden.printed_stages import EXPECTED, FILES_OF_MODEL, PRINTED_STAGES, expected_file, printed


def update() -> None:
    kept = {expected_file(model, stage) for model in FILES_OF_MODEL for stage in PRINTED_STAGES}
    for path in sorted(EXPECTED.rglob("*.txt")):
        if path not in kept:
            path.unlink()
    for model in FILES_OF_MODEL:
        for stage in PRINTED_STAGES:
            path = expected_file(model, stage)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(printed(model, stage), "utf-8")


if __name__ == "__main__":
    update()
