"""moto's DynamoDB on a port of this machine, one request after the other.

moto answers requests in threads that change its tables without a lock: of two transactions at the same moment both may
pass their checks, and one that is cancelled puts back a copy of the table from before the other. DynamoDB's
transactions are isolated ("DynamoDB transactions" in the developer guide, section on isolation levels), and tests may
rely on it. So no request begins here before the last one has been answered.

    python infra/tools/second_engine.py PORT
"""

import sys
import threading

from moto.moto_server.werkzeug_app import (
    DomainDispatcherApplication,
    MotoRequestHandler,
    create_backend_app,
)
from werkzeug.serving import run_simple


class OneAtATime:
    """Calls a WSGI application in one thread at a time."""

    def __init__(self, application):
        self.application = application
        self.lock = threading.Lock()

    def __call__(self, environ, start_response):
        with self.lock:
            return list(self.application(environ, start_response))


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdecimal():
        sys.exit("usage: second_engine.py PORT")
    application = OneAtATime(DomainDispatcherApplication(create_backend_app))
    run_simple(
        "127.0.0.1",
        int(sys.argv[1]),
        application,
        threaded=True,
        request_handler=MotoRequestHandler,
    )


if __name__ == "__main__":
    main()
