"""sam_local with commands in place of `sam`, `docker` and `cargo`: what it calls, expects, prints and stops.

    python -m unittest discover infra/tools
"""

import json
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
SCRIPT = runpy.run_path(str(TOOLS / "sam_local"), run_name="sam_local")
# The functions that the script names, and one that it does not.
FUNCTIONS = {*(name for name, _ in SCRIPT["CALLS"]), SCRIPT["LAST_CALL"][0], "get-something-new"}
CALLS = len(SCRIPT["CALLS"]) + 2

DOCKER_ON_LINUX = """
if sys.argv[1] == "info":
    print('{"ServerVersion": "20.10", "OperatingSystem": "Debian GNU/Linux 12"}')
else:
    print('[{"IPAM": {"Config": [{"Subnet": "172.17.0.0/16", "Gateway": "172.17.0.1"}]}}]')
"""

DOCKER_DESKTOP = """
print('{"ServerVersion": "28.0", "OperatingSystem": "Docker Desktop"}')
"""

NO_ENGINE = """
print('{"ServerErrors": ["Cannot connect to the Docker daemon"]}')
sys.exit(1)
"""

# A service that notes how it was started and that it was asked to end.
CARGO = """
import signal
if "events" in sys.argv:
    print((here / "events.json").read_text())
    sys.exit(0)
note("cargo", sys.argv[1:])
def end(*_):
    note("stopped", [])
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
print("  API       http://127.0.0.1:3999", flush=True)
print("  DynamoDB  http://127.0.0.1:8999 (table FavoritesTable)", flush=True)
signal.pause()
"""

# Answers with what stands in answers.json for the function, or as a function would that finds everything.
SAM = """
event = json.load(sys.stdin)
note("sam", [*sys.argv[1:], event.get("pathParameters"), os.environ["AWS_ENDPOINT_URL_DYNAMODB"]])
note("environment", sorted(name for name in os.environ if name.startswith("AWS_")))
function = sys.argv[3]
answers = json.loads((here / "answers.json").read_text())
status = {"CreateFavoriteFunction": 201, "PutFavoriteFunction": 201, "CreateTagFunction": 201, "PurgeFavoriteFunction": 204, "DeleteTagFunction": 204, "MergeTagFunction": 404, "EmptyTrashFunction": 202, "DeleteAccountFunction": 202, "GetJobFunction": 404, "CancelJobFunction": 404, "UndoJobFunction": 404, "CreateExportFunction": 202, "CreateImportFunction": 201, "StartImportFunction": 404, "GetImportReportFunction": 404}
body = {"CreateFavoriteFunction": {"dataId": "made-favorite"}, "CreateTagFunction": {"tagId": "made-tag"}}
others = {"ChangeConsumerFunction": {"batchItemFailures": []}, "WorkerFunction": {"batchItemFailures": []}, "SweeperFunction": {"users": 0, "due": 0, "listed": 0, "finished": True}}
answer = others.get(function, {"statusCode": status.get(function, 200), "body": json.dumps(body.get(function, {}))})
print(answers.get(function, json.dumps(answer)))
"""

PRELUDE = """#!{python}
import json, os, pathlib, sys
here = pathlib.Path({here!r})
def note(name, what):
    with open(here / "notes", "a") as notes:
        notes.write(json.dumps([name, what]) + "\\n")
"""


class SamLocal(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "infra/tools").mkdir(parents=True)
        shutil.copy(TOOLS / "sam_local", self.root / "infra/tools/sam_local")
        self.events(FUNCTIONS)
        (self.root / ".aws-sam/build").mkdir(parents=True)
        (self.root / ".aws-sam/build/template.yaml").touch()
        (self.root / "bin").mkdir()
        (self.root / "notes").touch()
        self.answers({})
        self.command("docker", DOCKER_ON_LINUX)
        self.command("cargo", CARGO)
        self.command("sam", SAM)

    def command(self, name, body):
        path = self.root / "bin" / name
        path.write_text(PRELUDE.format(python=sys.executable, here=str(self.root)) + body)
        path.chmod(0o755)

    def events(self, functions):
        ids = {"get-favorite": {"dataId": "a-favorite"}, "get-tag": {"tagId": "a-tag"}}
        ids["tag-favorite"] = {"dataId": "a-favorite", "tagId": "a-tag"}
        pairs = [[name, {"pathParameters": ids.get(name)}] for name in functions]
        (self.root / "events.json").write_text(json.dumps(pairs))

    def answers(self, answers):
        (self.root / "answers.json").write_text(json.dumps(answers))

    def run_script(self, *arguments):
        return subprocess.run(
            [sys.executable, self.root / "infra/tools/sam_local", *arguments],
            env={**os.environ, "PATH": str(self.root / "bin"), "AWS_PROFILE": "production", "AWS_ACCESS_KEY_ID": "real"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def notes(self, name):
        notes = [json.loads(line) for line in (self.root / "notes").read_text().splitlines()]
        return [what for noted, what in notes if noted == name]

    def assert_cannot_start(self, run, reason):
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn(reason, run.stderr)
        self.assertEqual(self.notes("sam"), [])

    def test_every_function_is_called_with_what_the_run_made_and_the_service_is_stopped(self):
        run = self.run_script()
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn(f"{len(FUNCTIONS)} functions, {CALLS} calls, 0 not as expected", run.stdout)
        calls = self.notes("sam")
        self.assertEqual(len({call[2] for call in calls}), len(FUNCTIONS))
        self.assertEqual(calls[-2][2], "GetSomethingNewFunction")
        tagged = next(call for call in calls if call[2] == "TagFavoriteFunction")
        self.assertIn({"dataId": "made-favorite", "tagId": "made-tag"}, tagged)
        self.assertEqual(tagged[-1], "http://host.docker.internal:8999")
        self.assertIn("host.docker.internal:host-gateway", tagged)
        self.assertNotIn("--skip-pull-image", tagged)
        self.assertEqual(self.notes("cargo")[0][-2:], ["--dynamodb-host", "172.17.0.1"])
        self.assertEqual(len(self.notes("stopped")), 1)

    def test_credentials_stay_out_of_the_containers(self):
        self.run_script()
        self.assertNotIn("AWS_ACCESS_KEY_ID", self.notes("environment")[0])
        self.assertNotIn("AWS_PROFILE", self.notes("environment")[0])

    def test_a_run_that_is_ended_stops_the_service(self):
        self.command("sam", "import signal\nos.kill(os.getppid(), signal.SIGTERM)\nsignal.pause()")
        run = self.run_script()
        self.assertEqual(run.returncode, 143, run.stdout + run.stderr)
        self.assertEqual(len(self.notes("stopped")), 1)

    def test_options_are_handed_on(self):
        run = self.run_script("--dynamodb-host", "192.168.1.5", "--skip-pull-image")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(self.notes("cargo")[0][-2:], ["--dynamodb-host", "192.168.1.5"])
        self.assertTrue(all("--skip-pull-image" in call for call in self.notes("sam")))

    def test_with_docker_desktop_nothing_listens_beyond_the_loopback_interface(self):
        self.command("docker", DOCKER_DESKTOP)
        run = self.run_script()
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(self.notes("cargo")[0][-2:], ["--dynamodb-host", "127.0.0.1"])

    def test_each_wrong_answer_is_reported_and_the_service_is_stopped(self):
        wrong = {
            "GetTagFunction": ('{"statusCode": 503, "body": "{}"}', "get-tag: the status must be 200; the answer is"),
            "ListTagsFunction": ('{"errorType": "Unhandled"}', "list-tags: the status must be 200; the answer is"),
            "ListTrashFunction": ("[]", "list-trash: the answer must be a JSON object; it is []"),
            "GetCountsFunction": ("Traceback", "printed no answer and ended with status 0:\nTraceback"),
            "ChangeConsumerFunction": ('{"batchItemFailures": [1]}', "change-consumer: batchItemFailures must be []"),
            "GetSomethingNewFunction": ('{"statusCode": 500}', "get-something-new: the status must be 200 to 499"),
            "SweeperFunction": ('{"users": 0, "due": 0, "listed": 0, "finished": false}', "sweeper: finished must be true"),
        }
        self.answers({function: answer for function, (answer, _) in wrong.items()})
        run = self.run_script()
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn(f"{len(FUNCTIONS)} functions, {CALLS} calls, {len(wrong)} not as expected", run.stdout)
        for _, reason in wrong.values():
            self.assertIn(reason, run.stdout)
        self.assertEqual(len(self.notes("stopped")), 1)

    def test_a_command_that_fails_is_reported_with_what_it_said(self):
        self.command("sam", "sys.exit('the template is broken')")
        run = self.run_script()
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn("printed no answer and ended with status 1:\nthe template is broken", run.stdout)

    def test_without_an_engine_it_says_how_to_start_one(self):
        self.command("docker", NO_ENGINE)
        run = self.run_script()
        self.assert_cannot_start(run, "`docker info` says: Cannot connect to the Docker daemon")
        self.assertIn("sudo systemctl start docker", run.stderr)
        self.assertEqual(self.notes("cargo"), [])

    def test_a_bridge_without_a_gateway_asks_for_the_address(self):
        self.command("docker", DOCKER_ON_LINUX.replace(', "Gateway": "172.17.0.1"', ""))
        self.assert_cannot_start(self.run_script(), "with --dynamodb-host")

    def test_each_missing_command_is_named(self):
        for tool in ["cargo", "sam", "docker"]:
            (self.root / "bin" / tool).rename(self.root / "hidden")
            self.assert_cannot_start(self.run_script(), f"the command `{tool}` is not on the PATH")
            (self.root / "hidden").rename(self.root / "bin" / tool)

    def test_functions_that_are_not_built_are_said_to_be(self):
        (self.root / ".aws-sam/build/template.yaml").unlink()
        self.assert_cannot_start(self.run_script(), "run `sam build` first")

    def test_a_service_that_does_not_start_ends_the_run(self):
        self.command("cargo", CARGO.replace('note("cargo", sys.argv[1:])', "sys.exit(101)"))
        self.assert_cannot_start(self.run_script(), "the local service ended with status 101")

    def test_a_call_of_a_function_that_does_not_exist_is_named(self):
        self.events(FUNCTIONS - {"get-tag"})
        self.assert_cannot_start(self.run_script(), "functions that do not exist: get-tag")

    def test_sample_events_that_cannot_be_made_end_the_run(self):
        self.command("cargo", "sys.exit('does not compile')")
        self.assert_cannot_start(self.run_script(), "failed:\ndoes not compile")


if __name__ == "__main__":
    unittest.main()
