"""What a package contains, as SPDX 2.3: the bill of materials that tools for supply chains read."""

import base64
import json
import re
import subprocess
from datetime import datetime, timezone

from release import AUTHORS, SOURCE, epoch, version

NAME = "sbom.spdx.json"


def pinned_sources():
    """{folder of build/third_party: (version, SHA-256 of the tarball)}, as cmake/third_party pins them."""
    script = (SOURCE / "cmake/third_party").read_text(encoding="utf-8")
    rows = re.findall(r"^  '(\S+) ([0-9a-f]{64}) \S+_(\S+?)(?:[+.](?:ds|dfsg))?\.orig\.tar\.\w+'$", script, re.MULTILINE)
    return {name: (number, digest) for name, digest, number in rows}


def debian_version(package):
    return subprocess.run(["dpkg-query", "--show", "--showformat=${Version}", package], capture_output=True, text=True,
                          check=True).stdout


def entry(identifier, name, number, license, **more):
    # What a license file says beyond its short name was not judged.
    return {"SPDXID": f"SPDXRef-{re.sub('[^A-Za-z0-9.-]', '-', identifier)}", "name": name, "versionInfo": number,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
            "licenseDeclared": license, "copyrightText": "NOASSERTION", **more}


def library_entry(library, compiled):
    if library.source not in compiled:
        return entry(library.package, library.name, debian_version(library.package), library.license)
    number, digest = pinned_sources()[library.source]
    return entry(library.package, library.name, number, library.license,
                 checksums=[{"algorithm": "SHA256", "checksumValue": digest}])


def npm_entry(name, locked):
    digest = base64.b64decode(locked["integrity"].removeprefix("sha512-")).hex()
    return entry(f"npm-{name}", name, locked["version"], locked["license"],
                 checksums=[{"algorithm": "SHA512", "checksumValue": digest}],
                 externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                "referenceLocator": f"pkg:npm/{name}@{locked['version']}"}])


def bill(package, libraries, compiled, npm=()):
    """The text for a package that contains the libraries, those of the folders `compiled` from the pinned sources and the
    others as Debian built them, and the npm packages (name, entry of the lock file)."""
    own = entry("rigy", package, version(), "MIT", supplier=f"Organization: {AUTHORS}")
    parts = [*(library_entry(library, compiled) for library in libraries), *(npm_entry(*one) for one in npm)]
    created = datetime.fromtimestamp(epoch(), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": package,
        # A name only; nothing is there to be fetched (RFC 2606).
        "documentNamespace": f"https://rigy.invalid/spdx/{package}-{version()}",
        "creationInfo": {"created": created, "creators": [f"Organization: {AUTHORS}"]},
        "packages": [own, *parts],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]},
            *({"spdxElementId": own["SPDXID"], "relationshipType": "CONTAINS", "relatedSpdxElement": part["SPDXID"]}
              for part in parts)],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
