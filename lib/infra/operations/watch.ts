import { type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** Something that a person must hear of. */
export interface Watch {
  readonly id: string;
  /** What is wrong, in one sentence without its full stop. */
  readonly told: string;
  /** The section of docs/runbook.md that says what to do. */
  readonly section: string;
  readonly metric: IMetric;
  readonly condition: Condition;
}

type Condition = Omit<AlarmProps, 'metric' | 'alarmDescription'>;

/** No data means that nothing happened, so it is not breaching. */
export function alarmAbove(threshold: number, evaluationPeriods = 1): Condition {
  return {
    threshold,
    evaluationPeriods,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  };
}

/** No data means that no requests were made, so it is not breaching. */
export function alarmBelow(threshold: number): Condition {
  return {
    ...alarmAbove(threshold),
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  };
}

/** No data is what this alarm looks for: a function that does not run reports nothing. */
export function alarmMissing(threshold: number): Condition {
  return { ...alarmBelow(threshold), treatMissingData: TreatMissingData.BREACHING };
}
