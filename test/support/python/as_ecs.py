"""What ECS does with tasks and moto does not."""

import io
import json

from moto.ecs.models import EC2ContainerServiceBackend, ecs_backends

# What was asked for and answered at each launch, by its cluster and its token.
launches = {}


def run_task_once(app, environ, start_response):
    """ECS starts one task for one token; moto would start another each time."""
    body = body_of(environ)
    asked = json.loads(body)
    launch = (asked.get("cluster"), asked.get("clientToken"))
    if launch not in launches:
        heads = []

        def keep_head(status, headers, *_):
            heads.append((status, headers))

        chunks = list(app({**environ, "wsgi.input": io.BytesIO(body)}, keep_head))
        if not heads[0][0].startswith("200"):
            start_response(*heads[0])
            return chunks
        launches[launch] = (asked, *heads[0], chunks)
    before, status, headers, chunks = launches[launch]
    if before != asked:
        tasks = [task["taskArn"] for task in json.loads(b"".join(chunks))["tasks"]]
        return answer(start_response, "400 Bad Request", {
            "__type": "ConflictException",
            "message": "The token was given with other parameters.",
            "resourceIds": tasks,
        })
    start_response(status, headers)
    return chunks


def stop_task(self, cluster_str, task_str, reason):
    """A task that is to stop runs until its containers are over; moto takes it for stopped at once."""
    task = find_task(self, task_str)
    if task.desired_status != "STOPPED":
        task.desired_status = "STOPPED"
        task.stopped_reason = reason
        task.stop_code = "UserInitiated"
    return task


def end_task(environ, start_response):
    """Whoever runs the containers tells how they ended."""
    told = json.loads(body_of(environ))
    task = find_task(ecs_backends[told["account"]][told["region"]], told["task"])
    if task.desired_status != "STOPPED":
        task.stopped_reason = "Essential container in task exited"
        task.stop_code = "EssentialContainerExited"
    task.desired_status = "STOPPED"
    task.last_status = "STOPPED"
    # moto knows of the first container alone, and has it end well before it has begun.
    task.containers[0].exitCode = told.get("exitCode")
    return answer(start_response, "200 OK", {})


def find_task(backend, name):
    found = [
        task
        for tasks in backend.tasks.values()
        for task in tasks.values()
        if task.id == name.split("/")[-1]
    ]
    if not found:
        raise Exception(f"The referenced task was not found: {name}")
    return found[0]


def body_of(environ):
    return environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))


def answer(start_response, status, told):
    start_response(status, [("Content-Type", "application/x-amz-json-1.1")])
    return [json.dumps(told).encode()]


EC2ContainerServiceBackend.stop_task = stop_task
