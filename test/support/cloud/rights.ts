import type { ProxiedRequest } from '../faulty-proxy.ts';
import { at, listAt, ofType, type StackTemplate } from '../stack-template.ts';
import { functionOf } from './faults.ts';

/** What functions did in an account, by the names that rights have: nobody is asked for a right here. */
export interface Acts {
  /** Takes note of a request. */
  note(request: ProxiedRequest): void;
  /** By the names of the functions' folders. */
  readonly byFunction: ReadonlyMap<string, ReadonlySet<string>>;
}

export function createActs(): Acts {
  const byFunction = new Map<string, Set<string>>();
  return {
    byFunction,
    note: (request) => {
      const name = actorOf(request);
      if (name === undefined) return;
      const acts = byFunction.get(name) ?? new Set();
      byFunction.set(name, acts.add(actOf(request)));
    },
  };
}

/** Whoever has a signed address may do what the function may that signed it, which is the broker. */
function actorOf({ headers, path }: ProxiedRequest): string | undefined {
  const name = functionOf(headers);
  if (name !== '') return name;
  return path.includes('X-Amz-Signature=') ? 'broker' : undefined;
}

const services: Readonly<Record<string, string>> = {
  DynamoDB_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
  AmazonEC2ContainerServiceV20141113: 'ecs',
  secretsmanager: 'secretsmanager',
};

const ofObjects: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};

function actOf({ headers, method, path }: ProxiedRequest): string {
  const target = String(headers['x-amz-target'] ?? '');
  if (target !== '') {
    const [service = '', operation = ''] = target.split('.');
    // The right is the same for one message and for ten.
    return `${services[service] ?? service}:${operation.replace(/^SendMessageBatch$/, 'SendMessage')}`;
  }
  return /[?&]list-type=/.test(path) ? 's3:ListBucket' : (ofObjects[method] ?? `s3:${method}`);
}

/** What the role of a function allows; whatever it is allowed for. */
export function rightsOf(template: StackTemplate, functionName: string): readonly RegExp[] {
  const found = ofType(template, 'AWS::Lambda::Function').find(
    ([, { Properties: one }]) => one['FunctionName'] === functionName,
  );
  const [role] = listAt(found?.[1].Properties['Role'], 'Fn::GetAtt');
  return ofType(template, 'AWS::IAM::Policy')
    .filter(([, { Properties: policy }]) =>
      listAt(policy, 'Roles').some((one) => at(one, 'Ref') === role),
    )
    .flatMap(([, { Properties: policy }]) => listAt(policy, 'PolicyDocument', 'Statement'))
    .filter((statement) => at(statement, 'Effect') === 'Allow')
    .flatMap((statement) => listAt(statement, 'Action'))
    .map((action) => new RegExp(`^${String(action).replaceAll('*', '.*')}$`));
}
