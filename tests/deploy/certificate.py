"""A certificate for this computer, signed by nobody whom others trust."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path

import trustme


@dataclass(frozen=True)
class Certificate:
    """The files that a server with TLS needs, and that by which its visitors know it."""

    file: Path
    key: Path
    authority: Path

    def trusted(self) -> ssl.SSLContext:
        """Return what a client needs to trust this certificate and no other."""
        return ssl.create_default_context(cafile=str(self.authority))


def make_certificate(folder: Path, *names: str) -> Certificate:
    """Write a certificate for ``names`` into ``folder``."""
    certificate = Certificate(folder / "tls.pem", folder / "tls.key", folder / "ca.pem")
    authority = trustme.CA()
    issued = authority.issue_cert(*names)
    authority.cert_pem.write_to_path(certificate.authority)
    issued.private_key_pem.write_to_path(certificate.key)
    for blob in issued.cert_chain_pems:
        blob.write_to_path(certificate.file, append=True)
    return certificate
