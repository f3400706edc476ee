import { createProcesses } from '#platform/process/processes.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { Override } from '#config/command-line-source.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { plannedSetup } from '#check/rules/repository/setup.ts';
import type { RunId } from '#model/ids.ts';
import { runSetup } from '#check/run-setup.ts';
import { toOverrides } from '../check/options.ts';
import { prepareCheck, type PreparedCheck } from '../check/prepare.ts';
import type { CliContext } from '../context.ts';
import { type FixOptions, fixOverrides } from '../fix/options.ts';
import type { Stores } from '../fix/stores.ts';
import type { OpenedCheckout } from './open-checkout.ts';

/** A sentence for people instead of what was wanted. */
export interface Hindrance {
  readonly because: string;
}

export interface WorkToPrepare {
  readonly runId: RunId;
  readonly kind: 'check' | 'fixup';
  readonly opened: OpenedCheckout;
  readonly stores: Pick<Stores, 'artifacts' | 'runs'>;
}

/** Plans what the engines do, and installs what they need for it. */
export async function prepareWork(
  context: CliContext,
  work: WorkToPrepare,
): Promise<PreparedCheck | Hindrance> {
  const { runId, kind, opened, stores } = work;
  const options: FixOptions = { config: opened.configFile, base: opened.mergeBase, set: [] };
  const overrides = kind === 'check' ? toOverrides(options) : fixOverrides(options);
  const before = await prepare(context, options, overrides);
  if ('because' in before) return before;
  const { facts, schedule, config } = before;
  const roots = schedule.entries.map(({ plan }) => plan.root);
  const commands = plannedSetup(facts, { roots, configured: config.setup });
  if (commands.length === 0) return before;
  const { env: parentEnv, asUser, signal } = context;
  const processes = createProcesses({ clock: systemClock, parentEnv, asUser });
  const { repository } = opened;
  const done = await runSetup(
    { ...stores, processes, scratch: createScratch(), clock: systemClock },
    { runId, repository, commands, signal },
  );
  if (done.kind === 'failed') return { because: done.sentence };
  // What was installed is seen only now.
  return prepare(context, options, overrides);
}

async function prepare(
  context: CliContext,
  options: FixOptions,
  overrides: readonly Override[],
): Promise<PreparedCheck | Hindrance> {
  const told = listening(context);
  const prepared = await prepareCheck(told.context, [], { options, overrides, ofBase: true });
  return prepared ?? { because: `It cannot be configured: ${told.said()}` };
}

export interface Listening {
  readonly context: CliContext;
  /** All that was told, as one line. */
  said(): string;
}

/** What a person at a terminal would read is also kept, for those who are told elsewhere. */
export function listening(context: CliContext): Listening {
  let text = '';
  const { stderr } = context;
  const write = (more: string): void => {
    text += more;
    stderr.write(more);
  };
  return {
    context: { ...context, stderr: { write } },
    said: () => shortened(oneLine(text).trim(), mostSaid),
  };
}

const mostSaid = 1_000;
