#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""numpy_test.py TOOL   NumPy's own arrays go into the tool, and its fields come out. Exit code 77 without NumPy."""
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: there is no NumPy (scripts/setup bindings)")
    sys.exit(77)

TOOL = os.path.abspath(sys.argv[1])
ROWS = np.array([[1, 1, 0, 1], [1, 3, 0, 1], [1, 1, 1, 1]])


def tool(*command, code=0):
    done = subprocess.run([TOOL, *command], capture_output=True, text=True)
    assert done.returncode == code, (command, done)
    return done


def check_arrays_in():
    for dtype in ("u1", "<u2", ">u2", "<u4", ">u4"):
        np.save("a.npy", ROWS.astype(dtype))
        facts = json.loads(tool("info", "a.npy", "--json").stdout)
        assert (facts["width"], facts["height"], facts["passable"]) == (4, 3, 10), facts
        assert {entry["character"]: entry["cells"] for entry in facts["terrain"]} == {"#": 2, "1": 9, "3": 1}
    np.save("a.npy", ROWS != 0)
    assert json.loads(tool("info", "a.npy", "--json").stdout)["passable"] == 10
    np.save("a.npy", np.asfortranarray(ROWS.astype("u1")))
    assert "ascontiguousarray" in tool("info", "a.npy", code=3).stderr
    np.save("a.npy", ROWS.astype("f4"))
    assert "uint8" in tool("info", "a.npy", code=3).stderr
    np.savez_compressed("a.npz", ROWS)
    tool("info", "a.npz", code=3)


def check_fields_out():
    np.save("a.npy", ROWS.astype("u1"))
    tool("plan", "--map", "a.npy", "--from", "3,0", "--to", "0,0", "--distances", "d.npy", "--directions", "s.npy")
    distances, steps = np.load("d.npy"), np.load("s.npy")
    assert distances.shape == (1, 3, 4) and distances.dtype == np.int64
    assert steps.shape == (1, 3, 4, 2) and steps.dtype == np.int8
    assert (distances[0][ROWS == 0] == -1).all() and distances[0, 0, 0] == 0 and distances[0, 1, 0] == 24
    assert distances[0, 1, 1] == 17 * (1 + 3)
    for y, x in np.argwhere(distances[0] > 0):  # each step leads down
        dx, dy = steps[0, y, x]
        assert 0 <= distances[0, y + dy, x + dx] < distances[0, y, x], (x, y, dx, dy)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    check_arrays_in()
    check_fields_out()
print("arrays go in and out")
