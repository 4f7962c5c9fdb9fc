"""The files in deploy/ are what systemd, nginx and Compose understand, and name what there is."""

import asyncio
import re
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from websockets.asyncio.client import connect

from tests.server.serving import serving, socket_of
from tests.services import find, free_port, missing
from volto.cli import app
from volto.server.wire.messages import Hello, NewTable, Welcome, read_answer, write

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in (DEPLOY / "systemd").iterdir())
SITES = [DEPLOY / "nginx" / "volto.conf", DEPLOY / "nginx" / "volto-many.conf"]
PROXY = DEPLOY / "compose" / "nginx.conf"


def known_variables() -> set[str]:
    """What the command line reads from its surroundings."""
    sources = (path.read_text() for path in (ROOT / "src" / "volto" / "cli").glob("*.py"))
    return {name for text in sources for name in re.findall(r'env_var="(VOLTO_\w+)"', text)}


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose" / "compose.yaml").read_text())
    return found


@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_the_unit(name: str, tmp_path: Path) -> None:
    program = find("systemd-analyze")
    if program is None:
        missing("NO SYSTEMD, SO ITS UNITS ARE NOT CHECKED: install your system's systemd package")
    for path in (DEPLOY / "systemd").iterdir():
        text = path.read_text().replace("/opt/volto/bin/volto", sys.executable)
        (tmp_path / path.name).write_text(text)
    checked = tmp_path / name.replace("@", "@8642")
    if not checked.exists():
        checked.symlink_to(tmp_path / name)
    done = subprocess.run(
        [program, "verify", "--man=no", checked], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_units_run_commands_that_there_are_and_give_them_time_to_end(name: str) -> None:
    text = (DEPLOY / "systemd" / name).read_text()
    [command] = re.findall(r"/opt/volto/bin/volto (\w+)", text)
    assert command in app
    if "Type=exec" in text:
        assert "Restart=always" in text
        assert "TimeoutStopSec=" in text


def nginx() -> Path:
    return find("nginx") or missing(
        "NO NGINX, SO ITS CONFIGURATIONS ARE NOT CHECKED: install your system's nginx package"
    )


def configured(site: Path, folder: Path, **changes: str) -> list[str | Path]:
    """A command: nginx with this site and nothing else, in a folder of its own."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=volto.example", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    text = site.read_text()
    text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate), text)
    text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(key), text)
    text = re.sub(r"web\d:8642", "127.0.0.1:8642", text)
    text = text.replace("/var/log/nginx", str(folder)).replace("/dev/std", f"{folder}/std")
    for before, after in changes.items():
        text = re.sub(before, after, text)
    (folder / "site.conf").write_text(text)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{ }}\n"
        f"http {{ include {folder}/site.conf; client_body_temp_path {folder}/body;\n"
        f"proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;\n"
        f"uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi; }}\n"
    )
    return [nginx(), "-e", folder / "error.log", "-p", folder, "-c", folder / "nginx.conf"]


@pytest.mark.parametrize(
    "site", [*SITES, PROXY], ids=lambda site: f"{site.parent.name}-{site.stem}"
)
def test_nginx_understands_the_site(site: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [*configured(site, tmp_path), "-t"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + (tmp_path / "error.log").read_text()


@pytest.mark.parametrize(
    "site", [*SITES, PROXY], ids=lambda site: f"{site.parent.name}-{site.stem}"
)
def test_no_log_of_nginx_holds_a_path(site: Path) -> None:
    [line] = re.findall(r"log_format .*", site.read_text())
    assert not re.search(r"\$(request|request_uri|uri|http_referer)\b", line)


@contextmanager
def proxying(port: int, folder: Path) -> Iterator[int]:
    """The site of one house, before a server on this port; where it listens with TLS."""
    outside = free_port()
    command = configured(
        SITES[0], folder,
        **{
            r"listen 443 ssl http2": f"listen 127.0.0.1:{outside} ssl http2",
            r"listen 80;": f"listen 127.0.0.1:{free_port()};",
            r"listen \[::\].*": "",
            r"127\.0\.0\.1:8642": f"127.0.0.1:{port}",
        },
    )  # fmt: skip
    with subprocess.Popen(command, stderr=subprocess.PIPE) as running:
        try:
            until = time.monotonic() + 30
            while not (folder / "pid").exists() and time.monotonic() < until:
                time.sleep(0.01)
            yield outside
        finally:
            running.terminate()


@pytest.mark.anyio
async def test_pages_and_sockets_go_through_the_proxy_and_no_key_stays_there(
    tmp_path: Path,
) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    (tmp_path / "nginx").mkdir()
    async with serving(tmp_path / "data", allowed_hosts=("volto.example",)) as server:
        with proxying(server.port, tmp_path / "nginx") as port:
            names = {"host": "volto.example", "origin": "https://volto.example"}
            async with httpx.AsyncClient(
                base_url=f"https://127.0.0.1:{port}", verify=context, headers=names
            ) as client:
                answer = await client.post(
                    "/api/tables",
                    content=write(NewTable(mode="screen")),
                    headers={"content-type": "application/json"},
                )
                assert answer.status_code == 201, answer.text
                path = answer.json()["path"]
                assert (await client.get(path)).status_code == 200
                assert (await client.get("/ready")).status_code == 200
            async with asyncio.timeout(30):
                where, offers = socket_of(path)
                async with connect(
                    f"wss://volto.example{where}", subprotocols=offers,
                    host="127.0.0.1", port=port, ssl=context, compression=None, proxy=None,
                    origin="https://volto.example",  # type: ignore[arg-type]
                ) as socket:  # fmt: skip
                    await socket.send(write(Hello(None)).decode())
                    welcome = read_answer(await socket.recv(decode=True))
    assert isinstance(welcome, Welcome)
    assert welcome.seats
    key = path.rsplit("#", 1)[-1]
    for log in (tmp_path / "nginx").glob("*.log"):
        assert key not in log.read_text()
    assert "POST 201" in (tmp_path / "nginx" / "volto.log").read_text()


def test_compose_names_versions_variables_and_commands_that_there_are() -> None:
    found = compose()
    services = found["services"]
    assert {"web1", "web2", "think", "proxy", "postgres", "valkey"} == {*services}
    for service in services.values():
        assert service["image"] == "volto" or re.search(r":\d", service["image"])
        assert "latest" not in service["image"]
        assert service["restart"] == "always"
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / "compose" / source).exists()
            else:
                assert source in found["volumes"]
        for needed in service.get("depends_on", ()):
            assert needed in services
        if service["image"] == "volto":
            assert service["command"][0] == "volto"
            assert service["command"][1] in app
            assert {*service["environment"]} <= known_variables()
            built = (DEPLOY / "compose" / service["build"]["context"]).resolve()
            assert built == ROOT
            assert (built / service["build"]["dockerfile"]).exists()
    assert [service for service in services if "ports" in services[service]] == ["proxy"]
    assert services["web1"]["environment"]["VOLTO_SECRET_FILE"] == "/run/secrets/volto"


def test_the_image_installs_the_pinned_versions_and_runs_as_nobody_special() -> None:
    text = (DEPLOY / "compose" / "Dockerfile").read_text()
    assert "--constraint /source/constraints.txt '/source[postgres,redis]'" in text
    assert text.index("USER volto") < text.index("CMD")


def test_the_example_names_variables_that_there_are() -> None:
    names = set(re.findall(r"^#?(VOLTO_\w+)=", (DEPLOY / "volto.env").read_text(), re.MULTILINE))
    assert names <= known_variables()
    assert {"VOLTO_DATABASE", "VOLTO_BUS", "VOLTO_SECRET_FILE", "VOLTO_WORKERS"} <= names
