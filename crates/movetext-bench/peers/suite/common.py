"""What adapters share: they get a vector on standard input, and write what their library reads as JSON."""

import json
import os
import sys
import traceback

VARIANT = os.environ.get("SUITE_VARIANT", "")
FORMAT = os.environ.get("SUITE_FORMAT", "")
FORM = os.environ.get("SUITE_FORM", "import")
ENCODING = os.environ.get("SUITE_ENCODING", "")
TOPIC = os.environ.get("SUITE_ID", "").partition("/")[0]

ACCEPTED, REFUSED, UNCLAIMED = 0, 1, 77


def crash(*error):
    """What goes wrong in an adapter is no verdict."""
    traceback.print_exception(*error)
    os._exit(101)


sys.excepthook = crash


def unclaimed():
    """The library does not claim to read such texts."""
    sys.exit(UNCLAIMED)


def refuse():
    """The library has refused the text."""
    sys.exit(REFUSED)


def accept(claims, verdict=True, **outcome):
    """The library has accepted the text and is to be graded on these aspects, and on having accepted it."""
    claims = ["verdict", *claims] if verdict else claims
    json.dump({"claims": claims, **outcome}, sys.stdout, ensure_ascii=True)
    sys.exit(ACCEPTED)
