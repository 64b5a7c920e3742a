"""`python -m simnon`."""

import sys

from .frontends import main

sys.exit(main())
