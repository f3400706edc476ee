"""Serves moto on a free loopback port, prints the port, and ends when its standard input ends."""

import os
import sys
import threading

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

app = DomainDispatcherApplication(create_backend_app)
one_at_a_time = threading.Lock()

# moto loads a service with the first request for it. That takes long for this one: on a busy machine longer than
# a client waits for an answer.
if "CLUSTERS" in os.environ:
    import moto.ecs.models
if "TASKS_AS_ECS" in os.environ:
    import as_ecs
else:
    as_ecs = None


def atomic(environ, start_response):
    # moto checks If-None-Match and stores in two steps; S3 does it in one.
    with one_at_a_time:
        if as_ecs is not None:
            if environ["PATH_INFO"] == "/ended-task":
                return as_ecs.end_task(environ, start_response)
            if environ.get("HTTP_X_AMZ_TARGET", "").endswith(".RunTask"):
                return as_ecs.run_task_once(app, environ, start_response)
        return list(app(environ, start_response))


class Handler(WSGIRequestHandler):
    # Connections are kept, as those to AWS are, and nothing is told of each request: both cost more than the answer.
    protocol_version = "HTTP/1.1"

    def log_request(self, code="-", size="-"):
        pass


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
server = make_server("127.0.0.1", 0, atomic, threaded=True, request_handler=Handler)
print(server.server_port, flush=True)
server.serve_forever()
