"""Compares an expanded template with the quotas of CloudFormation, IAM and CloudWatch.

    python infra/tools/quotas.py EXPANDED.json

EXPANDED.json is what `expand_template.py` prints. The exit code is 1 if a figure is above its limit. Deployments fail
at a quota, so some limits are lower: they leave room for what a stack of tomorrow needs, and for values whose length
only the deployment knows.
"""

import json
import pathlib
import re
import sys
from typing import Any, NamedTuple

# AWS's pages: "Understand CloudFormation quotas", "IAM and AWS STS quotas", "Alarms" in the CloudWatch user guide.
RESOURCES = 399  # The quota is 500.
PARAMETERS = 200
OUTPUTS = 200
MAPPINGS = 200
DYNAMIC_REFERENCES = 10  # The quota is 60.
INLINE_POLICIES_OF_A_ROLE = 10_240
MANAGED_POLICY = 6_144
TEMPLATE_BYTES = 1_000_000
METRICS_OF_AN_ALARM = 10

# The length that an intrinsic function in a policy counts with: about that of a table's ARN with a long stack name.
COMPUTED = 120


class Figure(NamedTuple):
    """Something that is counted."""

    name: str
    number: int
    limit: int


def figures(template: dict[str, Any]) -> list[Figure]:
    """Counts everything that has a limit."""
    resources = template.get("Resources", {})
    text = json.dumps(template, separators=(",", ":"))
    return [
        Figure("resources", len(resources), RESOURCES),
        Figure("parameters", len(template.get("Parameters", {})), PARAMETERS),
        Figure("outputs", len(template.get("Outputs", {})), OUTPUTS),
        Figure("mappings", len(template.get("Mappings", {})), MAPPINGS),
        Figure("dynamic references", text.count("{{resolve:"), DYNAMIC_REFERENCES),
        Figure("bytes of the template", len(text.encode()), TEMPLATE_BYTES),
        *(figure for name, resource in resources.items() for figure in of_resource(name, resource)),
    ]


def of_resource(name: str, resource: dict[str, Any]) -> list[Figure]:
    """Counts what has a limit for each resource."""
    properties = resource.get("Properties", {})
    match resource["Type"]:
        case "AWS::IAM::Role":
            size = sum(policy_length(policy["PolicyDocument"]) for policy in properties.get("Policies", []))
            return [Figure(f"characters of the inline policies of {name}", size, INLINE_POLICIES_OF_A_ROLE)]
        case "AWS::IAM::ManagedPolicy":
            size = policy_length(properties["PolicyDocument"])
            return [Figure(f"characters of the policy {name}", size, MANAGED_POLICY)]
        case "AWS::CloudWatch::Alarm":
            metrics = [metric for metric in properties.get("Metrics", []) if "MetricStat" in metric]
            return [Figure(f"metrics of {name}", len(metrics), METRICS_OF_AN_ALARM)]
        case _:
            return []


def policy_length(document: Any) -> int:
    """The length of a policy without the white space between its parts, which IAM does not count."""
    return len(json.dumps(resolved(document), separators=(",", ":")))


def resolved(value: Any) -> Any:
    """The value with a text of the usual length in place of each intrinsic function."""
    match value:
        case list():
            return [resolved(item) for item in value]
        case {"Fn::If": [_, one, other]}:
            return max(resolved(one), resolved(other), key=policy_length)
        case {"Fn::Sub": str(text)} | {"Fn::Sub": [str(text), _]}:
            return re.sub(r"\$\{[^}]+\}", "x" * COMPUTED, text)
        case {"Ref": _}:
            return "x" * COMPUTED
        case dict() if len(value) == 1 and next(iter(value)).startswith("Fn::"):
            return "x" * COMPUTED
        case dict():
            return {key: resolved(item) for key, item in value.items()}
        case _:
            return value


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: quotas.py EXPANDED.json", file=sys.stderr)
        return 2
    template = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    counted = figures(template)
    above = [figure for figure in counted if figure.number > figure.limit]
    for name, number, limit in above:
        print(f"{name}: {number}, and {limit} is the most")
    if not above:
        nearest = sorted(counted, key=lambda figure: figure.number / figure.limit, reverse=True)[:5]
        print("nearest to their limits: " + ", ".join(f"{name} {number}/{limit}" for name, number, limit in nearest))
    return int(bool(above))


if __name__ == "__main__":
    sys.exit(main())
