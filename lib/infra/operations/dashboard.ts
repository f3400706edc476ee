import { Stack } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  CustomWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type ChartsProps, dashboardRows } from './dashboard-rows.ts';

export interface DashboardProps extends ChartsProps {
  readonly alarms: readonly Alarm[];
  readonly widget: IFunction;
}

/** One page for operators: what is wrong, what the ratchet does, and each pull request. */
export function createDashboard(scope: Construct, props: DashboardProps): Dashboard {
  const page = new Dashboard(scope, 'Dashboard', { dashboardName: Stack.of(scope).stackName });
  page.addWidgets(
    new AlarmStatusWidget({
      title: 'Health: each alarm names its section of docs/runbook.md',
      alarms: [...props.alarms],
      width: fullWidth,
      height: 5,
    }),
  );
  page.addWidgets(workspacesWidget(props.widget));
  for (const { title, charts } of dashboardRows(props)) {
    page.addWidgets(new TextWidget({ markdown: `## ${title}`, width: fullWidth, height: 1 }));
    page.addWidgets(...charts.map(({ name, lines }) => chartWidget(name, lines, charts.length)));
  }
  return page;
}

const fullWidth = 24;

function workspacesWidget(widget: IFunction): IWidget {
  return new CustomWidget({
    title: 'Pull requests',
    functionArn: widget.functionArn,
    width: fullWidth,
    height: 12,
    updateOnRefresh: true,
    updateOnResize: false,
    updateOnTimeRangeChange: false,
  });
}

function chartWidget(title: string, left: readonly IMetric[], inRow: number): IWidget {
  return new GraphWidget({ title, left: [...left], width: fullWidth / inRow, height: 6 });
}
