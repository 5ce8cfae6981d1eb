"""The CloudFormation template that SAM makes of template.yaml, on standard output.

cfn-lint looks at a SAM template as it is written. It sees neither a reference to what is not there nor a circle of
references where SAM makes the resources, such as aliases and deployment groups. In the expanded template it does.

    python infra/tools/expand_template.py [PARAMETER=VALUE ...]
"""

import json
import pathlib
import sys

from cfnlint.decode import cfn_yaml
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

TEMPLATE = pathlib.Path(__file__).parents[2] / "template.yaml"
# SAM looks these up in IAM. Their addresses are the same in all accounts.
MANAGED_POLICIES = {
    name: f"arn:aws:iam::aws:policy/{path}{name}"
    for name, path in {
        "AWSLambdaBasicExecutionRole": "service-role/",
        "AWSLambdaDynamoDBExecutionRole": "service-role/",
        "AWSXrayWriteOnlyAccess": "",
    }.items()
}


def main():
    parameters = dict(argument.split("=", 1) for argument in sys.argv[1:])
    # Through JSON, so that nothing of the parser's own types is left.
    template = json.loads(json.dumps(cfn_yaml.load(str(TEMPLATE))))
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            # `sam deploy` uploads the code and writes its address here.
            resource["Properties"]["CodeUri"] = "s3://uploaded-by-sam/code.zip"
    expanded = Translator(MANAGED_POLICIES, Parser()).translate(template, parameters)
    json.dump(expanded, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
