//! Names of AWS resources.

use std::fmt;
use std::str::FromStr;

/// A service that is called here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Service {
    Lambda,
    StepFunctions,
}

impl Service {
    /// Returns the name in ARNs, in signatures and in addresses.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Lambda => "lambda",
            Self::StepFunctions => "states",
        }
    }

    /// Returns the environment variable with another address of the service ("Service-specific endpoints" in the AWS SDKs and Tools
    /// Reference Guide).
    pub(super) fn endpoint_variable(self) -> &'static str {
        match self {
            Self::Lambda => "AWS_ENDPOINT_URL_LAMBDA",
            Self::StepFunctions => "AWS_ENDPOINT_URL_SFN",
        }
    }
}

/// An Amazon Resource Name: `arn:PARTITION:SERVICE:REGION:ACCOUNT:RESOURCE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Arn {
    text: String,
    service: Service,
    region: String,
    /// The domain of the partition's services.
    domain: &'static str,
}

/// A text is not the ARN of a function or a state machine.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum ArnError {
    #[error("{given:?} is not an ARN of the form arn:PARTITION:SERVICE:REGION:ACCOUNT:RESOURCE")]
    Form { given: String },
    #[error("the service must be {expected}; {given:?} was given")]
    Service { expected: &'static str, given: String },
    #[error("the partition must be aws, aws-cn or aws-us-gov; {given:?} was given")]
    Partition { given: String },
    #[error("the region must consist of lower-case letters, digits and hyphens; {given:?} was given")]
    Region { given: String },
}

impl Arn {
    /// Parses the ARN of a function.
    pub(crate) fn function(text: &str) -> Result<Self, ArnError> {
        Self::of(Service::Lambda, text)
    }

    /// Parses the ARN of a state machine.
    pub(crate) fn state_machine(text: &str) -> Result<Self, ArnError> {
        Self::of(Service::StepFunctions, text)
    }

    fn of(service: Service, text: &str) -> Result<Self, ArnError> {
        let arn: Self = text.parse()?;
        if arn.service == service {
            Ok(arn)
        } else {
            Err(ArnError::Service { expected: service.name(), given: arn.service.name().to_owned() })
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn service(&self) -> Service {
        self.service
    }

    pub(super) fn region(&self) -> &str {
        &self.region
    }

    /// Returns the address of the service in the ARN's region ("AWS service endpoints" in the AWS General Reference).
    pub(super) fn endpoint(&self) -> String {
        format!("https://{}.{}.{}", self.service.name(), self.region, self.domain)
    }
}

impl FromStr for Arn {
    type Err = ArnError;

    fn from_str(text: &str) -> Result<Self, ArnError> {
        let parts: Vec<&str> = text.splitn(6, ':').collect();
        let ["arn", partition, service, region, _, resource] = parts[..] else {
            return Err(ArnError::Form { given: text.to_owned() });
        };
        if resource.is_empty() || region.is_empty() {
            return Err(ArnError::Form { given: text.to_owned() });
        }
        let service = match service {
            "lambda" => Service::Lambda,
            "states" => Service::StepFunctions,
            other => return Err(ArnError::Service { expected: "lambda or states", given: other.to_owned() }),
        };
        let domain = match partition {
            "aws" | "aws-us-gov" => "amazonaws.com",
            "aws-cn" => "amazonaws.com.cn",
            other => return Err(ArnError::Partition { given: other.to_owned() }),
        };
        if !region.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')) {
            return Err(ArnError::Region { given: region.to_owned() });
        }
        Ok(Self { text: text.to_owned(), service, region: region.to_owned(), domain })
    }
}

impl fmt::Display for Arn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_follows_from_the_service_the_region_and_the_partition() {
        for (arn, endpoint) in [
            (
                "arn:aws:lambda:eu-west-1:123456789012:function:f:live",
                "https://lambda.eu-west-1.amazonaws.com",
            ),
            (
                "arn:aws-us-gov:lambda:us-gov-west-1:1:function:f",
                "https://lambda.us-gov-west-1.amazonaws.com",
            ),
            ("arn:aws-cn:states:cn-north-1:1:stateMachine:m", "https://states.cn-north-1.amazonaws.com.cn"),
        ] {
            assert_eq!(arn.parse::<Arn>().unwrap().endpoint(), endpoint);
        }
    }

    #[test]
    fn what_is_not_the_right_arn_is_refused_with_the_reason() {
        for text in [
            "",
            "f",
            "arn:aws:lambda:us-east-1:1",
            "arn:aws:lambda:us-east-1:1:",
            "arn:aws:lambda::1:function:f",
        ] {
            assert_eq!(Arn::function(text), Err(ArnError::Form { given: text.to_owned() }));
        }
        let service = |expected, given: &str| Err(ArnError::Service { expected, given: given.to_owned() });
        assert_eq!(Arn::function("arn:aws:states:us-east-1:1:stateMachine:m"), service("lambda", "states"));
        assert_eq!(Arn::state_machine("arn:aws:lambda:us-east-1:1:function:f"), service("states", "lambda"));
        assert_eq!(Arn::function("arn:aws:s3:us-east-1:1:b"), service("lambda or states", "s3"));
        let partition = Arn::function("arn:aws-iso:lambda:us-iso-east-1:1:function:f");
        assert_eq!(partition, Err(ArnError::Partition { given: "aws-iso".to_owned() }));
        let region = Arn::function("arn:aws:lambda:evil.example/:1:function:f");
        assert_eq!(region, Err(ArnError::Region { given: "evil.example/".to_owned() }));
    }
}
