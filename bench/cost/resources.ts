import { at, listAt, ofType, type StackTemplate } from '../../test/support/stack-template.ts';

/** What of a stack costs by being there, and how large what works in it is. */
export interface Resources {
  readonly dashboards: number;
  readonly keys: number;
  readonly secrets: number;
  /** Metrics that alarms watch: an alarm over several is paid for each. */
  readonly watched: number;
  /** How often each schedule calls its function in a day. */
  readonly callsADay: Readonly<Record<string, number>>;
  readonly consumers: { readonly standard: number; readonly fifo: number };
  /** Of functions, in GB. */
  readonly memory: Readonly<Record<string, number>>;
  readonly worker: Readonly<Record<'engine' | 'agent', Worker>>;
}

interface Worker {
  readonly processors: number;
  readonly gigabytes: number;
  readonly disk: number;
}

export function resourcesOf(template: StackTemplate): Resources {
  const propertiesOf = (type: string) =>
    ofType(template, type).map(([, { Properties: one }]) => one);
  const functions = ofType(template, 'AWS::Lambda::Function');
  const nameOf = (reference: unknown): string => {
    const id = String(at(reference, 'Ref') ?? listAt(reference, 'Fn::GetAtt')[0]);
    return String(template.Resources[id]?.Properties['FunctionName']).replace(/^ratchetr-/, '');
  };
  const fifo = propertiesOf('AWS::Lambda::EventSourceMapping').filter((consumer) =>
    JSON.stringify(consumer['EventSourceArn']).includes('report'),
  ).length;
  return {
    dashboards: propertiesOf('AWS::CloudWatch::Dashboard').length,
    keys: propertiesOf('AWS::KMS::Key').length,
    secrets: propertiesOf('AWS::SecretsManager::Secret').length,
    watched: propertiesOf('AWS::CloudWatch::Alarm').reduce(
      (sum, alarm) => sum + metricsOf(alarm),
      0,
    ),
    callsADay: Object.fromEntries(
      propertiesOf('AWS::Scheduler::Schedule').map((schedule) => [
        nameOf(at(schedule, 'Target', 'Arn')),
        (24 * 60) / minutesOf(String(schedule['ScheduleExpression'])),
      ]),
    ),
    consumers: { fifo, standard: propertiesOf('AWS::Lambda::EventSourceMapping').length - fifo },
    memory: Object.fromEntries(
      functions.map(([id, { Properties: one }]) => [
        nameOf({ Ref: id }),
        Number(one['MemorySize']) / 1024,
      ]),
    ),
    worker: { engine: workerOf(template, 'engine'), agent: workerOf(template, 'agent') },
  };
}

function metricsOf(alarm: unknown): number {
  const metrics = listAt(alarm, 'Metrics').filter((one) => at(one, 'MetricStat') !== undefined);
  return Math.max(1, metrics.length);
}

function minutesOf(expression: string): number {
  const minutes = /^rate\((\d+) minutes?\)$/.exec(expression)?.[1];
  if (minutes === undefined) throw new Error(`A schedule is not in minutes: ${expression}`);
  return Number(minutes);
}

function workerOf(template: StackTemplate, kind: 'engine' | 'agent'): Worker {
  const task = ofType(template, 'AWS::ECS::TaskDefinition')
    .map(([, { Properties: one }]) => one)
    .find((one) => one['Family'] === `ratchetr-${kind}`);
  if (task === undefined) throw new Error(`There is no task definition of ${kind}`);
  return {
    processors: Number(task['Cpu']) / 1024,
    gigabytes: Number(task['Memory']) / 1024,
    disk: Number(at(task, 'EphemeralStorage', 'SizeInGiB')),
  };
}
