"""Serves moto on a free loopback port, prints the port, and ends when its standard input ends."""

import io
import json
import os
import sys
import threading

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

app = DomainDispatcherApplication(create_backend_app)
one_at_a_time = threading.Lock()


# What was answered to each launch, by its cluster and its token.
launches = {}


def atomic(environ, start_response):
    # moto checks If-None-Match and stores in two steps; S3 does it in one.
    with one_at_a_time:
        target = environ.get("HTTP_X_AMZ_TARGET", "")
        if target.endswith(".RunTask") and "ONE_TASK_A_TOKEN" in os.environ:
            return run_task_once(environ, start_response)
        return list(app(environ, start_response))


def run_task_once(environ, start_response):
    """ECS starts one task for one token; moto would start another each time."""
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    asked = json.loads(body)
    launch = (asked.get("cluster"), asked.get("clientToken"))
    if launch not in launches:
        heads = []

        def keep_head(status, headers, *_):
            heads.append((status, headers))

        chunks = list(app({**environ, "wsgi.input": io.BytesIO(body)}, keep_head))
        launches[launch] = (*heads[0], chunks)
    status, headers, chunks = launches[launch]
    start_response(status, headers)
    return chunks


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
