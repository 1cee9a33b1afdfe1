"""What this process has used so far."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

__all__ = ["used"]

STATUS = Path("/proc/self/status")


def used() -> tuple[float, float]:
    """Return CPU seconds and the peak memory in MB.

    Linux counts into ``ru_maxrss`` what the process was before it became another program, that
    is the memory of its parent; ``VmHWM`` begins anew.
    """
    usage = resource.getrusage(resource.RUSAGE_SELF)
    if STATUS.exists():
        (line,) = [x for x in STATUS.read_text().splitlines() if x.startswith("VmHWM:")]
        memory = int(line.split()[1]) / 1024
    else:
        memory = usage.ru_maxrss / (1 << (20 if sys.platform == "darwin" else 10))
    return usage.ru_utime + usage.ru_stime, memory
