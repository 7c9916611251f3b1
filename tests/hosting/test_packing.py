"""The container, the compose file and the unit keep what ``data/hosting/README.md`` promises."""

from __future__ import annotations

import json
import re
import runpy
import shlex
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import sqlalchemy as sa
import structlog
import yaml
from packaging.requirements import Requirement

from bot.__main__ import main
from bot.config import SETTINGS
from bot.errors import InvalidSettings
from data.store.postgres.shards import ShardRange

ROOT = Path(__file__).parents[2]


def read(path: str) -> str:
    """A file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


DOCKERFILE = read("Dockerfile")
UNIT = read("data/hosting/captains-table.service")
PROJECT = tomllib.loads(read("pyproject.toml"))
ABOUT = PROJECT["project"]
WORKFLOW = read(".github/workflows/ci.yml")
WORKFLOWS = (WORKFLOW, read(".github/workflows/release.yml"))
STOP: Any = SETTINGS["CAPTAINS_TABLE_STOP_SECONDS"].default


JOINED = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE))
STEPS = [tuple(line.split(maxsplit=1)) for line in JOINED.splitlines() if line]
"""The Dockerfile's instructions, each with its words on one line."""
ORDER = [word for word, _ in STEPS]
FINAL = STEPS[len(STEPS) - ORDER[::-1].index("FROM") :]
"""Those of the image that is kept."""


def said(word: str, steps: list[tuple[str, ...]] = FINAL) -> list[str]:
    """What an image says with an instruction."""
    return [rest for each, rest in steps if each == word]


def test_the_image_is_slim_and_of_a_python_that_is_tested() -> None:
    base, packages = said("ARG", STEPS)
    assert packages == "PACKAGES=", "nobody with a file pays for PostgreSQL's programs"
    found = re.fullmatch(r"BASE=python:(3\.\d+)-slim(@sha256:[0-9a-f]{64})?", base)
    assert found
    assert f"Programming Language :: Python :: {found[1]}" in ABOUT["classifiers"]
    images = [rest.split()[0] for rest in said("FROM", STEPS)]
    assert images == ["${BASE}", "${BASE}"], "one build argument pins both"
    assert service()["build"]["args"]["BASE"] == f"${{BASE_IMAGE:-{base.removeprefix('BASE=')}}}"


def test_every_python_that_is_promised_is_tested() -> None:
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(ABOUT["classifiers"]))
    tested = yaml.safe_load(WORKFLOW)["jobs"]["checks"]["strategy"]["matrix"]["python"]
    assert tested == promised


def test_actions_are_pinned_by_commit_and_kept_current() -> None:
    used = re.findall(r"uses: (.*)", "".join(WORKFLOWS))
    assert used
    for each in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", each), each
    updates = yaml.safe_load(read(".github/dependabot.yml"))["updates"]
    assert {each["package-ecosystem"] for each in updates} == {"pip", "github-actions", "docker"}
    assert "pip-audit" in WORKFLOW


@pytest.mark.parametrize("name", ["discord.py", "SQLAlchemy", "filelock"])
def test_what_is_used_of_a_library_s_inside_stays_within_its_bounds(name: str) -> None:
    asked = [*ABOUT["dependencies"], *ABOUT["optional-dependencies"]["dev"]]
    (found,) = [Requirement(each) for each in asked if Requirement(each).name == name]
    signs = {each.operator for each in found.specifier}
    assert signs in ({">=", "<"}, {"=="}), found
    assert found.specifier.contains(version(name)), "the one that the tests run with"


def test_the_program_is_no_root_and_owns_its_volume() -> None:
    (user,) = said("USER")
    number, group = user.split(":")
    assert number == group
    assert int(number) > 0
    made = next(rest for rest in said("RUN") if "useradd" in rest)
    assert f"--uid {number} " in made
    name = made.split("&&")[0].split()[-1]
    assert f"install --directory --owner={name} --group={name} /data" in made
    order = [word for word, _ in FINAL]
    assert not {"RUN", "COPY"} & {*order[order.index("USER") :]}
    assert said("VOLUME") == ["/data"]


def test_everything_that_lasts_is_in_the_volume() -> None:
    given = dict(part.split("=", 1) for rest in said("ENV") for part in shlex.split(rest))
    assert given["CAPTAINS_TABLE_DB"].startswith("/data/")
    assert {name for name in given if name.startswith("CAPTAINS")} <= SETTINGS.keys()
    assert int(given["CAPTAINS_TABLE_METRICS_PORT"]), "the health check needs it"
    assert "DISCORD_TOKEN" not in DOCKERFILE


def test_the_image_knows_how_it_is_and_how_it_ends(capsys: pytest.CaptureFixture[str]) -> None:
    (check,) = said("HEALTHCHECK")
    assert check.endswith('CMD ["captains-table", "health"]')
    assert said("ENTRYPOINT") == ['["captains-table"]']
    assert said("STOPSIGNAL") == ["SIGTERM"]
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "health " in capsys.readouterr().out


def test_what_ci_runs_finds_no_credentials_in_its_copy_of_the_code() -> None:
    jobs = [job for each in WORKFLOWS for job in yaml.safe_load(each)["jobs"].values()]
    steps = [step for job in jobs for step in job["steps"]]
    copies = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
    assert len(copies) == 5
    assert [step.get("with") for step in copies] == [{"persist-credentials": False}] * 5


def test_the_build_gets_every_package_and_nothing_secret() -> None:
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    copied = {source for rest in said("COPY", STEPS) for source in rest.split()[:-1]}
    assert {*packages, "pyproject.toml", "README.md", "LICENSE"} <= copied
    lines = read(".dockerignore").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*", "nothing comes along unless it is named: no .env, no database"
    allowed = {rule[1:] for rule in rules if rule.startswith("!")}
    assert allowed == {source for source in copied if not source.startswith(("-", "/"))}
    assert "**/*.sqlite3*" in rules


def test_all_packages_are_installed_in_one() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    (script,) = ABOUT["scripts"].values()
    (file,) = wheel["force-include"].items()
    assert (script, file[1]) == ("captains_table:main", "captains_table/__init__.py")
    assert wheel["sources"] == {each: f"captains_table/{each}" for each in wheel["packages"]}
    assert runpy.run_path(str(ROOT / file[0]))["main"](["--version"]) == 0


def service() -> dict[str, Any]:
    """The compose file's one service."""
    composed = yaml.safe_load(read("compose.yaml"))
    (found,) = composed["services"].values()
    volumes = [str(each).split(":") for each in found["volumes"]]
    assert {name for name, _ in volumes} == set(composed["volumes"])
    assert [place for _, place in volumes] == said("VOLUME")
    return dict(found)


def test_two_processes_on_postgresql_are_the_same_service_with_a_part_of_the_shards_each() -> None:
    text = read("compose.postgresql.yaml")
    composed = yaml.safe_load(text)
    database, *processes = composed["services"].values()
    parts = [ShardRange.read(each["environment"]["CAPTAINS_TABLE_SHARDS"]) for each in processes]
    assert [shard for part in parts for shard in part.shards] == [*range(len(processes))] == [0, 1]
    assert {part.count for part in parts} == {2}
    for each in processes:
        assert each["extends"] == {"file": "compose.yaml", "service": "bot"}
        assert {*each["environment"]} <= SETTINGS.keys()
        assert each["build"]["args"].keys() == {"PACKAGES"}
        assert each["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert {*composed["volumes"]} == {"table", "database"}
    made = database["environment"]
    address = sa.make_url(processes[0]["environment"]["CAPTAINS_TABLE_DB"])
    named = (address.username, address.password, address.host, address.database)
    assert named == (made["POSTGRES_USER"], "${POSTGRES_PASSWORD}", "database", made["POSTGRES_DB"])
    assert "--username=captain --dbname=captains_table" in database["healthcheck"]["test"]


TEXT = {"type": "string", "minLength": 1}
EGG = {
    "type": "object",
    "required": ["meta", "author", "name", "docker_images", "startup", "config", "scripts", "variables"],
    "properties": {
        "meta": {"required": ["version"], "properties": {"version": {"const": "PTDL_v2"}}},
        "author": {"type": "string", "pattern": r"^[^@\s]+@[^@\s]+$"},
        "name": {**TEXT, "maxLength": 191},
        "docker_images": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {"type": "string", "maxLength": 191, "pattern": r"^~?[\w./:@ -]+$"},
        },
        "startup": TEXT,
        "config": {
            "required": ["files", "startup", "logs", "stop"],
            "additionalProperties": TEXT,
        },
        "variables": {
            "items": {
                "required": ["name", "description", "env_variable", "default_value", "rules", "field_type"],
                "properties": {
                    "env_variable": {"pattern": r"^\w{1,191}$"},
                    "user_viewable": {"type": "boolean"},
                    "user_editable": {"type": "boolean"},
                },
            }
        },
    },
}
"""What Pterodactyl's panel checks of an egg, which has no schema of its own."""


def test_the_egg_is_one_that_the_panel_takes_and_runs_the_image_that_is_built_here() -> None:
    egg = json.loads(read("data/hosting/egg.json"))
    jsonschema.validate(egg, EGG)
    (image,) = egg["docker_images"].values()
    assert image.startswith("~"), "made on this machine, not fetched"
    assert f"docker build --tag {image[1:]} ." in egg["description"]
    assert service()["image"] == f"${{IMAGE:-{image[1:]}}}"
    assert said("ENTRYPOINT") == [json.dumps([egg["startup"]])]
    assert {each["env_variable"] for each in egg["variables"]} <= SETTINGS.keys()
    config = {name: json.loads(egg["config"][name]) for name in ("files", "startup", "logs")}
    for colors in (True, False):
        tell = structlog.dev.ConsoleRenderer(colors=colors)
        line = tell(None, "info", {"event": "ready", "level": "info", "servers": 1})
        assert config["startup"]["done"] in str(line)


def test_whoever_ends_the_bot_waits_until_it_has_ended() -> None:
    assert float(service()["stop_grace_period"].removesuffix("s")) > STOP
    assert float(unit("TimeoutStopSec")) > STOP


def unit(name: str) -> str:
    """What the unit says of something."""
    (value,) = re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)
    return str(value)


def test_hosts_read_about_them() -> None:
    readme = read("data/hosting/README.md")
    for word in (
        "docker compose up -d",
        "captains-table service | sudo tee",
        unit("Environment").replace("%S", "/var/lib"),
        f"sudo chown {said('USER')[0]} ",
        "sudo apt install python3-venv",
        "sudo systemctl clean --what=state",
        "MaxRetentionSec=",
    ):
        assert word in readme, word
    assert "sudo apt install python3-venv" in read("README.md")
    assert unit("ExecStart").startswith("/opt/captains-table/.venv/bin/")


@pytest.mark.parametrize(
    ("path", "promises"),
    [
        # Python's own modules are compiled once for all releases; both kinds of database can be used. What is
        # compiled otherwise than it runs would be compiled anew at each start.
        (
            "Dockerfile",
            (
                "RUN python -m compileall -q /usr/local/lib/",
                "python -OO -X no_debug_ranges -m compileall -q /opt/captains-table",
                "PYTHONOPTIMIZE=2",
                "PYTHONNODEBUGRANGES=1",
                "--no-compile",
                "--without-pip",
                "[postgres]",
            ),
        ),
        (
            "compose.yaml",
            (
                "read_only: true",
                "tmpfs:\n      - /tmp",
                "cap_drop:\n      - ALL",
                "security_opt:\n      - no-new-privileges:true",
                "restart: unless-stopped",
                # The first process of a container hears no signal that it does not ask for.
                "init: true",
                "env_file: .env",
            ),
        ),
        (
            "data/hosting/captains-table.service",
            (
                "DynamicUser=yes",
                "NoNewPrivileges=yes",
                "ProtectSystem=strict",
                "Restart=on-failure",
                # Discord may be out of reach for hours.
                "StartLimitIntervalSec=0",
                f"RestartPreventExitStatus={InvalidSettings.status}",
                "Wants=network-online.target time-sync.target",
                "After=network-online.target time-sync.target",
            ),
        ),
    ],
)
def test_what_runs_may_do_little_and_comes_back(path: str, promises: tuple[str, ...]) -> None:
    text = read(path)
    assert [promise for promise in promises if promise not in text] == []


def test_the_service_opens_nothing_to_the_network_and_the_unit_keeps_its_data_in_its_folder() -> None:
    assert "ports" not in service()
    setting, place = unit("Environment").split("=", 1)
    assert setting in SETTINGS
    assert place.startswith(f"%S/{unit('StateDirectory')}/")
