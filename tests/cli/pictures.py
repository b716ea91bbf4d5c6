"""The figures of the README are what tcviz draws today: pictures.py TCVIZ SPEC.

Where not, write them again and look.
"""

import subprocess
import sys

done = subprocess.run([sys.argv[1], "figures", sys.argv[2], "--verify"], capture_output=True, text=True)
sys.exit(
    done.returncode
    and f"{done.stdout}{done.stderr}run `app/run figures assets/pictures/figures.json`, and look at them"
)
