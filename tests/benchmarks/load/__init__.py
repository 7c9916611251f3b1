"""The load: thousands of tables in one process, and what each turn at them costs.

``python -m tests.benchmarks.load`` measures and prints the tables of ``tests/benchmarks/README.md``.
"""
