import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Foundation } from '../foundation.ts';
import type { RatchetrFunction } from '../ratchetr-function.ts';
import type { Workers } from '../workers.ts';
import { createDashboard } from './dashboard.ts';
import { Operators } from './operators.ts';
import { type OwnMetric, ownNamespace } from './own-metrics.ts';
import { watchFlow } from './watched-flow.ts';
import { watchServices } from './watched-services.ts';
import type { Watch } from './watch.ts';

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

/** The dashboard and the alarms, and the functions that operators call. */
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
        ...watchFlow({ stage, dailyUsd: props.alarmDailyUsd ?? defaultDailyUsd }),
        ...watchServices({ queues, functions, table, api: intake.api, spot }),
      ],
    });
    createDashboard(this, { stage, queues, table, spot, alarms, widget });
  }

  /** The API refuses these requests before any function of ours runs: only its access log has them. */
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

interface AlarmsProps {
  readonly topic: ITopic;
  readonly watched: readonly Watch[];
}

/** One alarm for each thing that an operator must know. It notifies the topic when it starts and when it ends. */
class Alarms extends Construct {
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

/** Where alarms go, encrypted with a key that CloudWatch may use: the default key of AWS keeps them from arriving. */
function alarmTopic(scope: Construct, email: string | undefined): Topic {
  const topic = new Topic(scope, 'Alarms', { masterKey: topicKey(scope), enforceSSL: true });
  // A topic with a policy of its own has lost the one by which everything of its account may publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { ArnLike: { 'aws:SourceArn': anyAlarm(scope) } },
    }),
  );
  if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
  return topic;
}

const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');

function topicKey(scope: Construct): Key {
  const key = new Key(scope, 'TopicKey', {
    description: 'Alarms of Ratchetr on their way to people',
    enableKeyRotation: true,
    // It protects messages on their way only; none is stored.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch],
      // As AWS documents it, with no condition: whose alarms may publish is up to the topic.
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
  );
  return key;
}

function anyAlarm(scope: Construct): string {
  return Stack.of(scope).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
