"""The host's choice of how much one address may ask, and the proxies that are believed about addresses."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from cloudtop.core.errors import CloudtopError

LOG = logging.getLogger("cloudtop.web")
Network = IPv4Network | IPv6Network


class NoNetwork(CloudtopError):
    """An option names no address and no network."""


class Addresses(NamedTuple):
    """How much one address may ask."""

    factor: float = 1.0
    """Every limit of one address is multiplied by this."""
    trusted: Sequence[Network] = ()
    """Networks without limits of their own, such as a school's. Their browsers and tables still have limits."""

    def trusts(self, address: str) -> bool:
        """Whether an address, or the IPv6 network that counts as one, is in a trusted network.

        >>> Addresses(trusted=networks(["2001:db8::/32"], "--trusted")).trusts("2001:db8:0:12::/64")
        True
        """
        return bool(self.trusted) and contains(self.trusted, address)


USUAL = Addresses()
"""The choice of a host who made none."""


def contains(found: Collection[Network], address: str) -> bool:
    """Whether an address is in one of some networks; text that is no address is in none."""
    try:
        number = ip_address(address.partition("/")[0].partition("%")[0])
    except ValueError:
        return False
    return any(number in network for network in found)


def networks(named: Collection[str], option: str = "--proxy") -> list[Network]:
    """Addresses or networks that an option names.

    >>> networks(["10.0.0.1", "2001:db8::/32"])
    [IPv4Network('10.0.0.1/32'), IPv6Network('2001:db8::/32')]
    """
    try:
        return [ip_network(name, strict=False) for name in named]
    except ValueError as error:
        raise NoNetwork(f"{option} wants an address or a network, such as 10.0.0.1 or 10.0.0.0/8: {error}") from None


class UnnamedProxy:
    """Notices a proxy that the host forgot to name, and warns once.

    Anybody may send the header of a proxy. A line is written only for a sender in a private network, where proxies are.
    """

    def __init__(self) -> None:
        self.warned = False

    def note(self, sender: str, forwarded: str) -> None:
        """Note that a request came from there with the header X-Forwarded-For."""
        # Where a proxy is believed, the sender is already the address that it names.
        if self.warned or sender in forwarded or not is_private(sender):
            return
        self.warned = True
        LOG.warning(
            "X-Forwarded-For came from %s, which is not named with --proxy: all guests behind it share the limits of "
            "one address, and their cookies are not Secure. If it is your proxy, start with --proxy %s",
            sender,
            sender,
        )


def is_private(address: str) -> bool:
    """Whether an address is of this machine or of a private network.

    >>> is_private("127.0.0.1"), is_private("10.0.0.9"), is_private("8.8.8.8"), is_private("odd")
    (True, True, False, False)
    """
    try:
        return ip_address(address).is_private
    except ValueError:
        return False
