import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { deploymentNames } from '#config/env-names.ts';
import { ContextValues } from './context-values.ts';
import type {
  NetworkProps,
  RatchetrStackProps,
  Some,
  WorkerSize,
  WorkersProps,
} from './stack-props.ts';

/** Reads what cdk.json and `-c name=value` say of the stack; one error lists all that is wrong with it. */
export function readContext(context: Readonly<Record<string, unknown>>): RatchetrStackProps {
  const values = new ContextValues(context);
  const props: RatchetrStackProps = {
    stage: values.text('stage', /^[a-z][a-z0-9-]{0,19}$/, 'up to 20 of a-z, 0-9 and dashes'),
    ephemeral: values.flag('ephemeral'),
    network: readNetwork(values),
    workers: readWorkers(values),
    githubApiUrl: values.text('githubApiUrl', /^https:\/\/\S+$/, 'a URL that begins with https'),
    settings: readRepositorySettings(values),
    logLevel: values.oneOf('logLevel', ['debug', 'info', 'warn', 'error']),
    logDays: readLogDays(values),
    alarmEmail: values.text('alarmEmail', /^[^\s@]+@[^\s@]+$/, 'an address of mail'),
    alarmDailyUsd: values.whole('alarmDailyUsd', 1, 1_000_000),
    baseImage: values.text('baseImage', /^\S+$/, 'the name of an image'),
    chromium: values.flag('chromium'),
  };
  throwProblems(values);
  return props;
}

function readNetwork(values: ContextValues): NetworkProps {
  const vpcId = values.text('vpcId', /^vpc-[0-9a-f]+$/, 'the id of a VPC');
  const subnetIds = values.list('subnetIds', /^subnet-[0-9a-f]+$/, 'ids of subnets, with commas');
  if ((vpcId === undefined) !== (subnetIds === undefined)) {
    values.problems.push('vpcId and subnetIds go together: give both or none.');
  }
  const ports = values.list('egressPorts', /^[1-9]\d{0,4}$/, 'numbers of ports, with commas');
  return {
    private: values.flag('private'),
    given: vpcId && subnetIds ? { vpcId, subnetIds } : undefined,
    egressPorts: ports?.map(Number),
  };
}

function readWorkers(values: ContextValues): WorkersProps {
  return {
    most: values.whole('mostWorkers', 1, 1000),
    spot: values.flag('spot'),
    engine: readSize(values, 'engine'),
    agent: readSize(values, 'agent'),
    disk: values.whole('workerDisk', 21, 200),
  };
}

function readSize(values: ContextValues, kind: 'engine' | 'agent'): Some<WorkerSize> {
  return {
    cpu: values.whole(`${kind}Cpu`, 512, 16_384),
    memory: values.whole(`${kind}Memory`, 1024, 122_880),
  };
}

function readRepositorySettings(values: ContextValues): Record<string, string> | undefined {
  const meaning = 'an object of names that begin with RATCHETR_ and their texts';
  const settings = values.texts('settings', /^RATCHETR_[A-Z0-9_]+$/, meaning);
  const taken = Object.keys(settings ?? {}).filter((name) => deploymentNames.includes(name));
  values.problems.push(...taken.map((name) => `settings has ${name}: the stack sets it itself.`));
  const { length } = Object.entries(settings ?? {})
    .flat()
    .join('');
  if (length > mostSettings) {
    values.problems.push(`settings has ${length} characters: at most ${mostSettings} fit.`);
  }
  return settings;
}

/** The environment of a function holds four kilobytes, and what the stack itself says takes up to two of them. */
const mostSettings = 2_000;

function readLogDays(values: ContextValues): number | undefined {
  const choices = Object.values(RetentionDays).filter((choice) => typeof choice === 'number');
  const days = values.whole('logDays', 1, RetentionDays.TEN_YEARS);
  if (days !== undefined && !choices.includes(days)) {
    values.problems.push(`logDays is ${days}: CloudWatch knows only ${choices.join(', ')}.`);
  }
  return days;
}

function throwProblems(values: ContextValues): void {
  const strangers = values.strangers().map((name) => `${name} is unknown.`);
  const problems = [...values.problems, ...strangers];
  if (problems.length === 0) return;
  const known = `Known are ${values.known().join(', ')}.`;
  throw new WrongContext(
    ['The context of the stack is wrong:', ...problems, known].join('\n  ').trimEnd(),
  );
}

/** The operator gave a wrong context: the message says what to change, and a stack trace would not help. */
export class WrongContext extends Error {}
