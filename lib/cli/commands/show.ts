import { type RunId, runId } from '#model/ids.ts';
import type { Run } from '#model/run.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { renderMermaidPlan } from '#report/plan/mermaid.ts';
import { renderHtmlPlan } from '#report/plan/page.ts';
import { type RunFormat, runFormats } from '#report/run/formats.ts';
import { loadRunReport } from '#ratchet/overview/load-run-report.ts';
import { single } from '../check/option-values.ts';
import { canWriteReport, writeReport } from '../check/write-report.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { refuseCommand } from '../refusal.ts';
import { findRun } from '../runs/find-run.ts';
import { showKeptCheck } from '../runs/show-check.ts';
import { loadPlan } from '../runs/load-plan.ts';
import { type OpenRuns, withRuns } from '../runs/open-runs.ts';
import {
  addPlaneOptions,
  type PlaneLocation,
  withOperations,
} from '../workspaces/open-operations.ts';

interface Options extends PlaneLocation {
  readonly format?: RunFormat | 'mermaid';
  readonly output?: string;
  readonly plan?: string;
  readonly artifact?: string;
}

/** `ratchetr show`: all that is known of one run, or the drawing of a plan that was executed in it. */
export const register: RegisterCommand = (program, context) => {
  const command = program
    .command('show')
    .argument(
      '<run>',
      'its id or the beginning of it; last: the newest; check: the last check of this repository',
    )
    .description(
      'show a run: its tasks, attempts, verdicts, costs and what is left; or a check and what its tools wrote',
    )
    .addOption(single('--format <format>', 'how it is shown; mermaid draws a plan', formats))
    .addOption(single('--plan <name>', 'a structured plan of the run; as mermaid or html'))
    .addOption(single('--artifact <name>', 'what was kept of the run under this name, as it is'))
    .addOption(single('--output <file>', 'write the report to this file'));
  addPlaneOptions(command).action((asked: string, options: Options) =>
    showRun(context, asked, options),
  );
};

const formats = ['human', 'json', 'markdown', 'html', 'mermaid'];

async function showRun(context: CliContext, asked: string, options: Options): Promise<void> {
  const { output } = options;
  if (options.plan !== undefined && !isDrawing(options.format)) {
    return refuseCommand(
      context,
      'A plan is shown as mermaid or html: add --format mermaid or html.',
    );
  }
  if (!(await canWriteReport(context, output))) return;
  if (options.home !== undefined || options.stack !== undefined) {
    return showWatchedRun(context, asked, options);
  }
  const { format } = options;
  if (options.plan === undefined && format !== 'mermaid') {
    const wanted = { format: format ?? 'human', artifact: options.artifact, output } as const;
    if (await showKeptCheck(context, asked, wanted)) return;
  }
  await withRuns(context, async (open) => {
    const found = await findRun(open.runs, asked);
    if (found.kind === 'refused') refuseCommand(context, found.sentence);
    else if (options.artifact !== undefined) {
      await showArtifact(context, { open, run: found.value, options });
    } else if (options.plan !== undefined || options.format === 'mermaid') {
      await showPlan(context, { open, run: found.value, options });
    } else {
      const report = await loadRunReport(open, found.value, context.system.clock.now());
      const render = runFormats[options.format ?? 'human'];
      await writeReport(context, (look) => render(report, look), output);
    }
  });
}

/** Shows a run of a control plane, which must be named in full. */
async function showWatchedRun(
  context: CliContext,
  asked: string,
  { home, stack, format = 'human', plan, output, artifact }: Options,
): Promise<void> {
  if (plan !== undefined || format === 'mermaid') {
    return refuseCommand(context, 'A plan is drawn only of runs that were started by hand.');
  }
  await withOperations(context, { home, stack }, async ({ operations }) => {
    const id = runId.safeParse(asked).data;
    if (id !== undefined && artifact !== undefined) {
      const kept = await operations.artifact(id, artifact);
      if (kept.kind === 'found') return writeReport(context, () => kept.text, output);
      return refuseCommand(context, explainNotKept(id, artifact, kept.names));
    }
    const report = id && (await operations.run(id));
    if (report !== undefined) {
      return writeReport(context, (look) => runFormats[format](report, look), output);
    }
    const shown = JSON.stringify(shortened(oneLine(asked), 80));
    refuseCommand(
      context,
      `There is no run ${shown}; \`ratchetr runs\` lists those of a pull request.`,
    );
  });
}

/** A finding says under which name the report or the log lies that it was read from. */
async function showArtifact(
  context: CliContext,
  { open, run, options: { artifact, output } }: PlanToShow,
): Promise<void> {
  const known = await open.runs.listArtifacts(run.id);
  const found = known.find(({ name }) => name === artifact);
  const bytes = found && (await open.artifacts.get({ runId: run.id, name: found.name }));
  if (bytes !== undefined) {
    return writeReport(context, () => new TextDecoder().decode(bytes), output);
  }
  const names = known.map(({ name }) => name);
  refuseCommand(context, explainNotKept(run.id, artifact, names));
}

function explainNotKept(id: RunId, artifact: string | undefined, names: readonly string[]): string {
  const list = names.map((name) => `\n  ${name}`).join('');
  const there = list === '' ? 'nothing' : `this:${list}`;
  return `Nothing is kept of run ${id} under the name ${JSON.stringify(artifact)}. It has ${there}`;
}

interface PlanToShow {
  readonly open: OpenRuns;
  readonly run: Run;
  readonly options: Options;
}

async function showPlan(context: CliContext, { open, run, options }: PlanToShow): Promise<void> {
  const loaded = await loadPlan(open, run, options.plan);
  if (loaded.kind === 'refused') return refuseCommand(context, loaded.sentence);
  const { plan, progress } = loaded.value;
  const draw = options.format === 'html' ? renderHtmlPlan : renderMermaidPlan;
  await writeReport(context, () => draw(plan, progress), options.output);
}

function isDrawing(format: Options['format']): boolean {
  return format === 'html' || format === 'mermaid';
}
