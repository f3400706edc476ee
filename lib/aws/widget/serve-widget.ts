import * as z from 'zod';
import { runId, workspaceId } from '#model/ids.ts';
import { widgetDocs } from '#report/widget/widget-docs.ts';
import {
  absentWidget,
  overviewWidget,
  runWidget,
  type WidgetFrame,
  workspaceWidget,
} from '#report/widget/widget.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { loadRunReport } from '#ratchet/overview/load-run-report.ts';
import { type OverviewDeps, readDetail } from '#ratchet/overview/read-overview.ts';
import { readPage } from '#ratchet/overview/read-page.ts';

export interface WidgetServices extends Omit<OverviewDeps, 'runs'> {
  readonly runs: RunStore;
}

export type WidgetAnswer = string | { readonly markdown: string };

const event = z.object({
  describe: z.boolean().optional(),
  workspace: workspaceId.optional(),
  run: runId.optional(),
  after: workspaceId.optional(),
  // What the dashboard adds; without it the theme is light.
  widgetContext: z.object({ theme: z.enum(['light', 'dark']).catch('light') }).optional(),
});

/** Answers a dashboard of CloudWatch: with what the widget is, or with the part of a page that was asked for. */
export async function serveWidget(
  deps: WidgetServices,
  asked: unknown,
  endpoint: string,
): Promise<WidgetAnswer> {
  const read = event.safeParse(asked);
  if (!read.success) return absentWidget({ theme: 'light', endpoint }, notAsked);
  const { describe, widgetContext, ...query } = read.data;
  if (describe === true) return { markdown: widgetDocs };
  return renderWidget(deps, query, { theme: widgetContext?.theme ?? 'light', endpoint });
}

const notAsked = 'The widget takes the parameters workspace and run, and both are ids.';

type Query = Pick<z.output<typeof event>, 'workspace' | 'run' | 'after'>;

async function renderWidget(
  deps: WidgetServices,
  query: Query,
  frame: WidgetFrame,
): Promise<string> {
  const { workspace, run, after } = query;
  if (run !== undefined) {
    const found = await deps.runs.loadRun(run);
    if (found === undefined) return absentWidget(frame, `The run ${run} no longer exists.`);
    const report = await loadRunReport(deps, found, deps.clock.now());
    return runWidget(frame, report, workspace);
  }
  if (workspace !== undefined) {
    const detail = await readDetail(deps, workspace);
    if (detail !== undefined) return workspaceWidget(frame, detail);
    return absentWidget(frame, `${workspace} is no longer watched.`);
  }
  const { next, ...overview } = await readPage(deps, after);
  return overviewWidget(frame, overview, next);
}
