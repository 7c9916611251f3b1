"""Mutation testing: plants small random faults in a copy of the project and sees whether the tests notice.

    python -m tests.mutations --count 200 --seed 1

Our own because none of the kept tools fits: mutmut changes the bodies of functions only and has no random
sample, cosmic-ray runs one command for all faults and changes files in place, mutatest and poodle run one
command for all, too.

- ``packages``: where faults are planted, and which tests are about it. The only module with paths.
- ``faults``: which faults a source file can have.
- ``coverage_map``: which tests run which lines, measured once.
- ``trial``: one fault in one copy.
- ``pytest_plugin``: measures or selects tests inside pytest.
- ``report``: results as Markdown.
"""
