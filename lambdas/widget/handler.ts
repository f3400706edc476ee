import type { Context } from '#aws/runtime/events.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openRuns } from '#aws/runtime/open-runs.ts';
import { serveWidget, type WidgetAnswer } from '#aws/widget/serve-widget.ts';
import { readEnvironment } from '#config/env.ts';

const control = openControl(readEnvironment(), 'widget');
const deps = { ...control, ...openRuns(control) };

/** Shows workspaces on a dashboard of CloudWatch; it only reads. */
export function handler(event: unknown, { invokedFunctionArn }: Context): Promise<WidgetAnswer> {
  return serveWidget(deps, event, invokedFunctionArn);
}
