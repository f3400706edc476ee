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

/** Where nothing happens nothing is measured, and that is well. */
export function alarmAbove(threshold: number, evaluationPeriods = 1): Condition {
  return {
    threshold,
    evaluationPeriods,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  };
}

/** Who asks nobody learns nothing of what is left, and uses nothing up. */
export function alarmBelow(threshold: number): Condition {
  return {
    ...alarmAbove(threshold),
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  };
}

/** What does not run tells nothing, and that is what this is about. */
export function alarmMissing(threshold: number): Condition {
  return { ...alarmBelow(threshold), treatMissingData: TreatMissingData.BREACHING };
}
