import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import type { Foundation } from '../foundation.ts';
import type { RatchetrFunction } from '../ratchetr-function.ts';
import type { Workers } from '../workers.ts';
import { alarmTopic } from './alarm-topic.ts';
import { Alarms } from './alarms.ts';
import { dashboard } from './dashboard.ts';
import { Operators } from './operators.ts';
import { type OwnMetric, ownNamespace } from './own-metrics.ts';
import { watchedFlow } from './watched-flow.ts';
import { watchedServices } from './watched-services.ts';

export interface OperationsProps extends Foundation {
  readonly stage: string;
  readonly workers: Workers;
  readonly intake: {
    readonly api: HttpApi;
    readonly accessLog: ILogGroup;
    readonly url: string;
  };
  /** Those of the flow. */
  readonly functions: readonly RatchetrFunction[];
  /** Whether workers run on Spot. */
  readonly spot: boolean;
  readonly alarmEmail?: string | undefined;
  readonly alarmDailyUsd?: number | undefined;
}

/** What people see and hear of it, and how they speak to it. */
export class OperationsView extends Construct {
  constructor(scope: Construct, id: string, props: OperationsProps) {
    super(scope, id);
    const { stage, queues, spot, intake } = props;
    const { table } = props.storage;
    const { api, widget } = new Operators(this, 'Operators', props);
    const functions = [...props.functions, api, widget];
    this.measureTooLarge(intake.accessLog);
    const topic = alarmTopic(this, props.alarmEmail);
    const { all: alarms } = new Alarms(this, 'Watch', {
      topic,
      watched: [
        ...watchedFlow({ stage, dailyUsd: props.alarmDailyUsd ?? defaultDailyUsd }),
        ...watchedServices({ queues, functions, table, api: intake.api, spot }),
      ],
    });
    dashboard(this, { stage, queues, table, spot, alarms, widget });
  }

  /** What the gateway turns away no function of ours ever sees: only its log tells. */
  private measureTooLarge(logGroup: ILogGroup): void {
    const metricName: OwnMetric = 'webhooks_too_large';
    new MetricFilter(this, 'TooLarge', {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.status', '=', '413'),
      metricNamespace: ownNamespace,
      metricName,
      metricValue: '1',
      dimensions: { stage: '$.stage' },
    });
  }
}

const defaultDailyUsd = 50;
