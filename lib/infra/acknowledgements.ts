import { type Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

export interface Acknowledged {
  readonly storage: IConstruct;
  readonly secrets: IConstruct;
  readonly intake: IConstruct;
  readonly workers: IConstruct;
}

/** Where cdk-nag would have it otherwise: all exceptions of the stack, each with its reason. */
export function acknowledge(stack: Stack, parts: Acknowledged): void {
  accept(parts.storage, { S1: noAccessLog });
  accept(parts.secrets, { SMG4: changedElsewhere });
  accept(parts.intake, { APIG4: signedByGitHub });
  accept(parts.workers, {
    ECS2: 'All that stands there in the open is the address of the broker.',
    ECS4: 'Container Insights costs more than an idle stack; each run records what it took.',
    'IAM5[Resource::*]': 'A token for the registry is not of one repository; pulls are.',
  });
  const ecs = 'Resource::arn:<AWS::Partition>:ecs:<AWS::Region>:<AWS::AccountId>';
  accept(stack, {
    'IAM5[Resource::<StorageArtifacts08431D1F.Arn>/*]': 'Artifacts have names that runs give them.',
    [`IAM5[${ecs}:task/${stack.stackName}/*]`]: 'Tasks have names that ECS gives them.',
    [`IAM5[${ecs}:task-definition/${stack.stackName}-engine:*]`]: anyRevision,
    [`IAM5[${ecs}:task-definition/${stack.stackName}-agent:*]`]: anyRevision,
  });
}

const noAccessLog =
  'Only functions of the stack reach the bucket, and those log what they hand out.';
const changedElsewhere =
  'GitHub and model providers make the values; the key of the broker dies with what it signed.';
const signedByGitHub =
  'GitHub has no credentials of AWS; the function checks the signature of each delivery.';
const anyRevision = 'A launch under way survives a deployment, which makes a new revision.';

function accept(scope: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [rule, reason] of Object.entries(reasons)) {
    Validations.of(scope).acknowledge({ id: `AwsSolutions-${rule}`, reason });
  }
}
