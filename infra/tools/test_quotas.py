"""quotas on small templates: each limit at its bound, and the command's answer.

    python -m unittest discover infra/tools
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from quotas import COMPUTED, figures, policy_length

SCRIPT = Path(__file__).with_name("quotas.py")

ROLE = {"Type": "AWS::IAM::Role"}


def document(length: int) -> dict:
    """A policy of this length without white space."""
    frame = policy_length({"Statement": [{"Action": ""}]})
    return {"Statement": [{"Action": "x" * (length - frame)}]}


def role(*lengths: int) -> dict:
    policies = [{"PolicyName": f"policy{i}", "PolicyDocument": document(length)} for i, length in enumerate(lengths)]
    return {"Role": {**ROLE, "Properties": {"Policies": policies}}}


def alarm(metrics: int) -> dict:
    listed = [{"Id": "result", "Expression": "SUM(METRICS())"}]
    listed += [{"Id": f"m{i}", "MetricStat": {}, "ReturnData": False} for i in range(metrics)]
    return {"Alarm": {"Type": "AWS::CloudWatch::Alarm", "Properties": {"Metrics": listed}}}


def many(count: int) -> dict:
    return {f"Name{i}": {"Type": "AWS::SNS::Topic"} for i in range(count)}


class Quotas(unittest.TestCase):
    def assert_bound(self, name: str, within: dict, beyond: dict):
        """The first template is at the limit, and the second is one above it."""
        above = [figure.name for figure in figures(within) if figure.number > figure.limit]
        self.assertEqual(above, [])
        self.assertIn(name, {figure.name for figure in figures(within) if figure.number == figure.limit})
        above = [(figure.name, figure.number - figure.limit) for figure in figures(beyond) if figure.number > figure.limit]
        self.assertEqual(above, [(name, 1)])

    def test_resources(self):
        self.assert_bound("resources", {"Resources": many(399)}, {"Resources": many(400)})

    def test_parameters_outputs_and_mappings(self):
        for section in ["Parameters", "Outputs", "Mappings"]:
            self.assert_bound(section.lower(), {section: many(200)}, {section: many(201)})

    def test_dynamic_references(self):
        def with_references(count):
            values = ["{{resolve:secretsmanager:x}}"] * count
            return {"Resources": {"One": {"Type": "X", "Properties": {"Values": values}}}}

        self.assert_bound("dynamic references", with_references(10), with_references(11))

    def test_size_of_the_template(self):
        def of_size(size):
            return {"Description": "x" * (size - len('{"Description":""}'))}

        self.assert_bound("bytes of the template", of_size(1_000_000), of_size(1_000_001))

    def test_inline_policies_of_a_role_count_together(self):
        self.assert_bound(
            "characters of the inline policies of Role", {"Resources": role(5_000, 5_240)}, {"Resources": role(5_000, 5_241)}
        )

    def test_managed_policies(self):
        def policy(length):
            return {"Resources": {"One": {"Type": "AWS::IAM::ManagedPolicy", "Properties": {"PolicyDocument": document(length)}}}}

        self.assert_bound("characters of the policy One", policy(6_144), policy(6_145))

    def test_metrics_of_an_alarm(self):
        self.assert_bound("metrics of Alarm", {"Resources": alarm(10)}, {"Resources": alarm(11)})

    def test_what_only_the_deployment_knows_has_the_usual_length(self):
        empty = policy_length({"Resource": ""})
        for computed in [{"Ref": "Table"}, {"Fn::GetAtt": ["Table", "Arn"]}, {"Fn::Sub": "${Table.Arn}"}]:
            self.assertEqual(policy_length({"Resource": computed}), empty + COMPUTED, computed)
        self.assertEqual(policy_length({"Resource": {"Fn::Sub": "${A}/${B}"}}), empty + 2 * COMPUTED + 1)
        self.assertEqual(policy_length({"Resource": {"Fn::If": ["Is", "a", "longer"]}}), empty + len("longer"))


class Command(unittest.TestCase):
    def run_on(self, template: dict) -> subprocess.CompletedProcess:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "expanded.json"
            path.write_text(json.dumps(template))
            return subprocess.run([sys.executable, SCRIPT, path], capture_output=True, text=True, timeout=60)

    def test_a_template_within_its_limits_passes(self):
        run = self.run_on({"Resources": many(3)})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("resources 3/399", run.stdout)

    def test_a_figure_above_its_limit_fails_with_name_number_and_limit(self):
        run = self.run_on({"Resources": many(400)})
        self.assertEqual((run.returncode, run.stdout), (1, "resources: 400, and 399 is the most\n"))

    def test_it_takes_one_file(self):
        run = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 2)


if __name__ == "__main__":
    unittest.main()
