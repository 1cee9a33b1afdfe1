"""The kernels: plain functions over numpy columns that also compile with numba.

See :mod:`mjlog.engine.jit` for the two ways to run them.
"""
