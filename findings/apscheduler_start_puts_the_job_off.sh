#!/bin/sh
# APScheduler 3.11.3: a stored job that is added again at each start begins to wait anew, and if it was paused, it runs.
#
# A good guess: the manual asks for add_job(id=…, replace_existing=True) at each start, lest there be two; the store
# keeps when the job is due and that it is paused, which is what it is for.
# Seen: "every 24 hours" is due 24 hours after the start, also if it was due in two; the pause is forgotten. And
# reschedule_job lets a paused job go on. (Issues 696 and 170.)
# Why it matters: a program that starts twice a day (updates, restarts by its host) never does what it's to do daily: no
# backup, no clearing. What somebody has switched off is on after the next start. Ask get_job first.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q APScheduler==3.11.3 SQLAlchemy==2.1.9
"$folder/venv/bin/python" - "$folder/jobs.sqlite3" <<'PYTHON'
import sys
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.background import BackgroundScheduler


def started():
    """The scheduler after a start of the program; it isn't let loose on the jobs."""
    scheduler = BackgroundScheduler(timezone="UTC")
    scheduler.add_jobstore("sqlalchemy", url=f"sqlite:///{sys.argv[1]}")
    scheduler.start(paused=True)
    return scheduler


def due(scheduler, add=False):
    """In how many hours the job is due, None if it's paused."""
    if add:
        scheduler.add_job(print, "interval", hours=24, id="backup", replace_existing=True)
    time = scheduler.get_job("backup").next_run_time
    return time and round((time - datetime.now(UTC)) / timedelta(hours=1))


first = started()
assert due(first, add=True) == 24
first.modify_job("backup", next_run_time=datetime.now(UTC) + timedelta(hours=2))
first.shutdown()
second = started()
kept, put_off = due(second), due(second, add=True)
second.pause_job("backup")
second.shutdown()
third = started()
paused, resumed = due(third), due(third, add=True)
third.pause_job("backup")
third.reschedule_job("backup", trigger="interval", hours=5)
rescheduled = due(third)
third.shutdown()
print(f"due in 2 hours: after a start in {kept}, added again in {put_off}")
print(f"paused: after a start {paused}, added again in {resumed}, rescheduled in {rescheduled}")
assert (kept, put_off, paused, resumed, rescheduled) == (2, 24, None, 24, 5)
PYTHON
