"""Runs all tests and says at the end, on a line of its own, how many passed."""

from __future__ import annotations

import os
import sys
import unittest
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parent.parent


class Result(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802
        super().addSuccess(test)
        self.passed += 1


def main() -> int:
    sys.dont_write_bytecode = True
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        del os.environ[name]  # the tests' servers are on this machine
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    suite = unittest.defaultTestLoader.discover(str(ROOT / "tests"), top_level_dir=str(ROOT))
    result = cast(
        "Result", unittest.TextTestRunner(sys.stdout, resultclass=cast("Any", Result), warnings="error").run(suite)
    )
    for test, why in result.skipped:
        print(f"*** skipped: {test}: {why} ***")
    # a test may fail in several of its cases
    broken = {str(getattr(test, "test_case", test)) for test, _ in [*result.failures, *result.errors]}
    broken |= {str(test) for test in result.unexpectedSuccesses}
    print(f"{result.passed} passed, {len(broken)} failed, {len(result.skipped)} skipped")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
