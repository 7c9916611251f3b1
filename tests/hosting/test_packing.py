"""The container, the compose file and the unit keep what ``data/hosting/README.md`` promises."""

from __future__ import annotations

import re
import shlex
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from bot.__main__ import main
from bot.config import Settings
from bot.errors import InvalidSettings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
UNIT = (ROOT / "data" / "hosting" / "captains-table.service").read_text(encoding="utf-8")
SETTINGS = {str(field.validation_alias) for field in Settings.model_fields.values()}
STOP = float(Settings.model_fields["stop_seconds"].default)


def steps() -> list[tuple[str, str]]:
    """The Dockerfile's instructions, each with its words on one line."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE))
    return [(word, rest) for word, rest in (line.split(maxsplit=1) for line in joined.splitlines() if line)]


def final() -> list[tuple[str, str]]:
    """Those of the image that is kept."""
    found = steps()
    last = max(number for number, (word, _) in enumerate(found) if word == "FROM")
    return found[last:]


def said(word: str) -> list[str]:
    """What the final image says with an instruction."""
    return [rest for each, rest in final() if each == word]


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")


def test_the_image_is_slim_and_of_a_python_that_is_tested() -> None:
    (base,) = [rest for word, rest in steps() if word == "ARG"]
    found = re.fullmatch(r"BASE=python:(3\.\d+)-slim(@sha256:[0-9a-f]{64})?", base)
    assert found
    assert f"Programming Language :: Python :: {found[1]}" in PROJECT["classifiers"]
    images = [rest.split()[0] for word, rest in steps() if word == "FROM"]
    assert images == ["${BASE}", "${BASE}"], "one build argument pins both"
    assert service()["build"]["args"]["BASE"] == f"${{BASE_IMAGE:-{base.removeprefix('BASE=')}}}"


def test_every_python_that_is_promised_is_tested() -> None:
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    tested = yaml.safe_load(WORKFLOW)["jobs"]["checks"]["strategy"]["matrix"]["python"]
    assert tested == promised


def test_actions_are_pinned_by_commit_and_kept_current() -> None:
    used = re.findall(r"uses: (.*)", WORKFLOW)
    assert used
    for each in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", each), each
    updates = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))["updates"]
    assert {each["package-ecosystem"] for each in updates} == {"pip", "github-actions", "docker"}
    assert "pip-audit" in WORKFLOW


@pytest.mark.parametrize("name", ["discord.py", "SQLAlchemy", "filelock", "simcord"])
def test_what_is_used_of_a_library_s_inside_stays_within_its_bounds(name: str) -> None:
    asked = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
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
    order = [word for word, _ in final()]
    assert order.index("USER") > max(place for place, word in enumerate(order) if word in ("RUN", "COPY"))
    assert said("VOLUME") == ["/data"]


def test_everything_that_lasts_is_in_the_volume() -> None:
    given = dict(part.split("=", 1) for rest in said("ENV") for part in shlex.split(rest))
    assert given["CAPTAINS_TABLE_DB"].startswith("/data/")
    assert {name for name in given if name.startswith("CAPTAINS")} <= SETTINGS
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


def test_the_image_can_use_either_database_and_holds_no_installer_of_its_own() -> None:
    (installed,) = (rest for word, rest in steps() if word == "RUN" and " install " in rest and "pip" in rest)
    assert "--without-pip" in installed
    assert "[postgres]" in installed


def test_python_s_own_modules_are_compiled_before_nobody_may_write_there() -> None:
    order = [word for word, _ in final()]
    (compiled,) = (place for place, step in enumerate(final()) if "compileall" in step[1])
    assert compiled < order.index("COPY"), "once for all releases"
    assert compiled < order.index("USER")


def test_the_build_gets_every_package_and_nothing_secret() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    copied = {source for word, rest in steps() if word == "COPY" for source in rest.split()[:-1]}
    assert {*packages, "pyproject.toml", "README.md", "LICENSE"} <= copied
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*", "nothing comes along unless it is named: no .env, no database"
    allowed = {rule[1:] for rule in rules if rule.startswith("!")}
    assert allowed == {source for source in copied if not source.startswith(("-", "/"))}
    assert "**/*.sqlite3*" in rules


def service() -> dict[str, Any]:
    """The compose file's one service."""
    composed = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    (found,) = composed["services"].values()
    volumes = [str(each).split(":") for each in found["volumes"]]
    assert {name for name, _ in volumes} == set(composed["volumes"])
    assert [place for _, place in volumes] == said("VOLUME")
    return dict(found)


def test_the_composed_service_may_do_little_and_comes_back() -> None:
    found = service()
    assert found["read_only"] is True
    assert found["tmpfs"] == ["/tmp"]
    assert found["cap_drop"] == ["ALL"]
    assert found["security_opt"] == ["no-new-privileges:true"]
    assert found["restart"] == "unless-stopped"
    assert found["init"] is True, "the first process of a container hears no signal that it does not ask for"
    assert found["env_file"] == ".env"
    assert "ports" not in found, "nothing is opened to the network"


def test_whoever_ends_the_bot_waits_until_it_has_ended() -> None:
    assert float(service()["stop_grace_period"].removesuffix("s")) > STOP
    assert float(unit("TimeoutStopSec")) > STOP


def unit(name: str) -> str:
    """What the unit says of something."""
    (value,) = re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)
    return str(value)


def test_the_unit_may_do_little_and_comes_back() -> None:
    assert unit("DynamicUser") == "yes"
    assert unit("NoNewPrivileges") == "yes"
    assert unit("ProtectSystem") == "strict"
    assert unit("Restart") == "on-failure"
    assert unit("StartLimitIntervalSec") == "0", "Discord may be out of reach for hours"
    assert int(unit("RestartPreventExitStatus")) == InvalidSettings.status
    folder = unit("StateDirectory")
    setting, place = unit("Environment").split("=", 1)
    assert setting in SETTINGS
    assert place.startswith(f"%S/{folder}/")


def test_the_unit_waits_for_the_network_and_the_right_time() -> None:
    for when in ("Wants", "After"):
        assert set(unit(when).split()) == {"network-online.target", "time-sync.target"}


def test_hosts_read_about_them() -> None:
    readme = (ROOT / "data" / "hosting" / "README.md").read_text(encoding="utf-8")
    for word in ("docker compose up -d", "data/hosting/captains-table.service", unit("EnvironmentFile")):
        assert word in readme, word
    assert unit("ExecStart").startswith("/opt/captains-table/.venv/bin/")
