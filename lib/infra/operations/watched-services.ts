import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation, type Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Queues } from '../queues.ts';
import type { RatchetrFunction } from '../ratchetr-function.ts';
import { alarmAbove, type Watch } from './watch.ts';

export interface ServicesProps {
  readonly queues: Queues;
  readonly functions: readonly RatchetrFunction[];
  readonly table: Table;
  readonly api: HttpApi;
  readonly spot: boolean;
}

/** Alarms on the metrics of the AWS services that we use. */
export function watchServices(props: ServicesProps): readonly Watch[] {
  return [
    ...watchQueues(props.queues),
    ...props.functions.map((one) => watchFunction(one)),
    watchThrottles(),
    ...watchTable(props.table),
    watchIntake(props.api),
    watchQuota(props.spot),
  ];
}

const minute = Duration.minutes(1);
const short = Duration.minutes(5);

function watchQueues({ live, dead }: Queues): readonly Watch[] {
  return [
    ...Object.entries(dead).map(([name, queue]) => ({
      id: `${name}DeadLetters`,
      told: `Messages of the queue ${name} could not be handled`,
      section: 'dead-letters',
      // What SQS counts as sent leaves out all that was moved here.
      metric: queue.metricApproximateNumberOfMessagesVisible({
        period: minute,
        statistic: Stats.MAXIMUM,
      }),
      condition: alarmAbove(0),
    })),
    ...Object.entries(live).map(([name, queue]) => ({
      id: `${name}Late`,
      told: `Messages of the queue ${name} have waited for over two minutes`,
      section: 'messages-wait',
      metric: queue.metricApproximateAgeOfOldestMessage({
        period: minute,
        statistic: Stats.MAXIMUM,
      }),
      condition: alarmAbove(120, 3),
    })),
  ];
}

function watchFunction(one: RatchetrFunction): Watch {
  const { id } = one.node;
  return {
    id: `${id}Fails`,
    told: `The function ${id} fails`,
    section: 'a-function-fails',
    metric: one.metricErrors({ period: short }),
    condition: alarmAbove(0, 2),
  };
}

/** All functions of an account share one limit on concurrency, so one metric covers all of ours. */
function watchThrottles(): Watch {
  return {
    id: 'FunctionsThrottled',
    told: 'Functions of this account are throttled',
    section: 'functions-are-throttled',
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: Stats.SUM,
      period: short,
    }),
    condition: alarmAbove(0, 2),
  };
}

function watchTable(one: Table): readonly Watch[] {
  const { GET_ITEM, QUERY, PUT_ITEM, UPDATE_ITEM } = Operation;
  return [
    {
      id: 'TableThrottled',
      told: 'DynamoDB throttles our requests',
      section: 'the-table-refuses',
      metric: one.metricThrottledRequestsForOperations({
        operations: [GET_ITEM, QUERY, PUT_ITEM, UPDATE_ITEM],
        period: short,
      }),
      condition: alarmAbove(0, 2),
    },
    {
      id: 'TableFails',
      told: 'DynamoDB fails to answer our requests',
      section: 'the-table-refuses',
      metric: one.metricSystemErrorsForOperations({
        operations: [GET_ITEM, QUERY, UPDATE_ITEM],
        period: short,
      }),
      condition: alarmAbove(0, 2),
    },
  ];
}

function watchIntake(api: HttpApi): Watch {
  return {
    id: 'IntakeFails',
    told: 'The intake answers webhooks with server errors',
    section: 'webhooks-fail',
    metric: api.metricServerError({ period: short, statistic: Stats.SUM }),
    condition: alarmAbove(0),
  };
}

/** In per cent of the processors that this account may have in use at once. */
export function measureQuota(spot: boolean): MathExpression {
  const used = new Metric({
    namespace: 'AWS/Usage',
    metricName: 'ResourceCount',
    dimensionsMap: {
      Service: 'Fargate',
      Type: 'Resource',
      Resource: 'vCPU',
      Class: spot ? 'Standard/Spot' : 'Standard/OnDemand',
    },
    statistic: Stats.MAXIMUM,
    period: short,
  });
  return new MathExpression({
    expression: '100 * used / SERVICE_QUOTA(used)',
    usingMetrics: { used },
    label: 'processors of Fargate in use, in % of the quota',
    period: short,
  });
}

function watchQuota(spot: boolean): Watch {
  return {
    id: 'ProcessorsNearlyUsed',
    told: 'Over 80 % of the processors that this account may use on Fargate are in use',
    section: 'the-fargate-quota-is-nearly-used',
    metric: measureQuota(spot),
    condition: alarmAbove(80),
  };
}
