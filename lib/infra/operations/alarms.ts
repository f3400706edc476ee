import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Watch } from './watch.ts';

export interface AlarmsProps {
  readonly topic: ITopic;
  readonly watched: readonly Watch[];
}

/** An alarm for all that a person must hear of. Each goes to the one topic, both ways. */
export class Alarms extends Construct {
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, { topic, watched }: AlarmsProps) {
    super(scope, id);
    const action = new SnsAction(topic);
    this.all = watched.map((watch) => this.alarm(watch, action));
  }

  private alarm({ id, told, section, metric, condition }: Watch, action: SnsAction): Alarm {
    const alarm = new Alarm(this, id, {
      ...condition,
      metric,
      alarmDescription: `${told}. What to do: docs/runbook.md#${section}`,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  }
}
