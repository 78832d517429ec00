"""JupyterHub for the lessons: every user gets them on a server of their own.

Three things are for you to choose; the hub does not start before they are chosen. Set them
here or as environment variables:

  MASTERMIND_EDU_AUTHENTICATOR  who somebody is: "pam" (accounts of this machine), "native",
                                "github", or any class, as for JupyterHub.authenticator_class
  MASTERMIND_EDU_USERS          who may come in: "all" whom the authenticator knows, or a file
                                with one name on each line
  MASTERMIND_EDU_SPAWNER        where a user's server runs: "systemdspawner.SystemdSpawner",
                                "dockerspawner.DockerSpawner", "localprocess", or any class, as
                                for JupyterHub.spawner_class

Then: jupyterhub --config jupyterhub_config.py
"""

import hashlib
import hmac
import os
import secrets
import sys
from pathlib import Path

c = get_config()  # noqa: F821

AUTHENTICATOR = os.environ.get("MASTERMIND_EDU_AUTHENTICATOR", "")
USERS = os.environ.get("MASTERMIND_EDU_USERS", "")
SPAWNER = os.environ.get("MASTERMIND_EDU_SPAWNER", "")

# Where the hub listens. A proxy with TLS belongs in front of it, such as nginx.conf beside this
# file describes: without it, passwords cross the network for everybody to read.
ADDRESS = os.environ.get("MASTERMIND_EDU_ADDRESS", "http://127.0.0.1:8000")

# "lessons": the course as pages to play with. "lab": JupyterLab on a copy of the notebooks, for
# users who program.
FORM = os.environ.get("MASTERMIND_EDU_FORM", "lessons")

# What one user's server may use. SystemdSpawner, DockerSpawner and KubeSpawner enforce it; the
# others only tell the server.
MEMORY = os.environ.get("MASTERMIND_EDU_MEMORY", "512M")
CPU = float(os.environ.get("MASTERMIND_EDU_CPU", "1"))
LESSONS_AT_ONCE = 3

# Seconds without a sign of life before a server is stopped; and the longest that one may run.
IDLE = int(os.environ.get("MASTERMIND_EDU_IDLE", "3600"))
LONGEST = 12 * 3600

# The course is installed beside the hub, or in the image of the users' containers.
COMMAND = "mastermind-edu-singleuser"
IN_CONTAINER = "docker" in SPAWNER.lower()

# -------------------------------------------------------------------- who comes in

FORMS = {"lessons": [], "lab": ["--lab"]}

if not AUTHENTICATOR:
    sys.exit("Choose how users prove who they are: set MASTERMIND_EDU_AUTHENTICATOR.")
if not USERS:
    sys.exit("Choose who may come in: set MASTERMIND_EDU_USERS to 'all' or to a file of names.")
if not SPAWNER:
    sys.exit("Choose where the users' servers run: set MASTERMIND_EDU_SPAWNER.")
if FORM not in FORMS:
    sys.exit(f"MASTERMIND_EDU_FORM is {FORM!r}; expected one of {', '.join(FORMS)}.")

c.JupyterHub.bind_url = ADDRESS
c.JupyterHub.authenticator_class = AUTHENTICATOR
if USERS == "all":
    c.Authenticator.allow_all = True
else:
    names = Path(USERS).read_text(encoding="utf-8").splitlines()
    c.Authenticator.allowed_users = {name.strip() for name in names if name.strip()}

# -------------------------------------------------------------------- what they get

c.JupyterHub.spawner_class = SPAWNER
c.Spawner.cmd = [COMMAND if IN_CONTAINER else str(Path(sys.executable).with_name(COMMAND))]
c.Spawner.args = FORMS[FORM]
c.Spawner.mem_limit = MEMORY
c.Spawner.cpu_limit = CPU
c.Spawner.environment = {
    "MASTERMIND_EDU_PUPILS": str(LESSONS_AT_ONCE),
    "MASTERMIND_EDU_FAST": "0",  # to compile takes more memory than a user has
}


def class_key(file: Path = Path("mastermind_edu_key")) -> bytes:
    """Return the secret of this hub, made when it is first wanted."""
    if not file.exists():
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
            new.write(secrets.token_bytes(32))
    return file.read_bytes()


def user_key(spawner) -> str:
    """Return the key of a user, so that games go on in a new server after the old one ended."""
    return hmac.new(class_key(), spawner.user.name.encode(), hashlib.sha256).hexdigest()


c.Spawner.environment["MASTERMIND_EDU_KEY"] = user_key

# -------------------------------------------------------------------- and for how long

c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    }
]
c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [
            *(sys.executable, "-m", "jupyterhub_idle_culler"),
            f"--timeout={IDLE}",
            f"--cull-every={max(1, min(IDLE // 2, 300))}",
            f"--max-age={LONGEST}",
        ],
    }
]
c.JupyterHub.last_activity_interval = max(1, min(IDLE // 2, 300))
