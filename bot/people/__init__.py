"""People: who somebody is, what they are called, what they have chosen.

- ``kinds``: a person, a computer, a crowd, somebody who was erased, nobody; ``computers``, ``crowds``: those
  that play without being one person.
- ``display_names``: names that are harmless in messages and pictures.
- ``settings``: what a setting is; ``preferences``: those of everybody; ``absences``: when they are away;
  ``time_zones``: the tables that local times are reckoned by.
"""
