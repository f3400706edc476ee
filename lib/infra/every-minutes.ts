import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';

/** Invokes a function every so many minutes. A turn that fails is not repeated: the next one comes by itself. */
export function everyMinutes(scope: Construct, minutes: number, target: IFunction): void {
  const role = new Role(scope, `${target.node.id}ScheduleRole`, {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  });
  role.addToPolicy(
    new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] }),
  );
  new CfnSchedule(scope, `${target.node.id}Schedule`, {
    scheduleExpression: `rate(${minutes} minute${minutes === 1 ? '' : 's'})`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: target.functionArn,
      roleArn: role.roleArn,
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
  // The scheduler only drops its call into a queue of Lambda, which retries by a policy of its own.
  target.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.seconds(60) });
}
