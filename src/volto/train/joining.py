"""Joining a Ray cluster, or beginning one on this machine for the time of a run; quietly."""

import logging
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from volto.rules import VoltoError
from volto.train.actors import Hire, Part, Troupe

HERE = "127.0.0.1"
KNOCK = 10.0
"""Seconds in which a cluster must answer; Ray itself would try for many minutes."""


@contextmanager
def cluster(address: str | None = None) -> Iterator[Hire]:
    """A way to hire actors of the cluster at HOST:PORT; without an address, of one begun here."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if address is None:  # in spite of its name, this keeps Ray on the loopback interface
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    try:
        import ray  # only now: it reads the above when it is imported
    except ImportError as error:
        raise VoltoError(
            f"Training on a cluster needs more: pip install 'volto[ray]' ({error})."
        ) from None
    from volto.train.cluster import RayTroupe, last_line

    def hire(parts: Sequence[Part]) -> Troupe:
        settings: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
        if address is None:
            settings |= {"address": "local", "num_cpus": len(parts), "include_dashboard": False}
            settings |= {"_node_ip_address": HERE}
        else:
            _knock(address)
            settings["address"] = address
        logging.getLogger("ray").setLevel(logging.ERROR)
        try:
            ray.init(**settings)
        except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            raise VoltoError(
                f"The Ray cluster at {address or HERE} could not be joined: {last_line(error)} "
                "(If it asks for a token, set RAY_AUTH_MODE=token.)"
            ) from None
        return RayTroupe(parts)

    try:
        yield hire
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise VoltoError(f"An address is HOST:PORT, such as 192.168.0.10:6379, not {address}.")
    try:
        socket.create_connection((host, int(port)), KNOCK).close()
    except (OSError, OverflowError) as error:
        raise VoltoError(f"No Ray cluster answers at {address} ({error}).") from None
