import type { Engine, ToldSettings } from '#engines/contract.ts';
import { makeReady } from '#check/run-engines.ts';
import { readPrinted, runTool } from '#check/run-tool.ts';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import { withinRoot } from '#check/rules/scope/within-root.ts';
import type { Sha } from '#model/ids.ts';
import { permitsOf } from '../rules/tasks/task-policy.ts';
import { type DiffEntry, isFileAfterwards } from '../rules/verdict/diff.ts';
import { judgeSettings, mayChangeSettings } from '../rules/verdict/judge-settings.ts';
import type { Rejection } from '../rules/verdict/rejection.ts';
import {
  renamesIn,
  type SnapshotInput,
  type SnapshotServices,
} from '../session/collect-snapshot.ts';
import type { ChangeToProbe } from './gather-evidence.ts';

/** Asks the engines of a task by which settings they judge its files, before the change and with it. */
export async function compareSettings(
  deps: SnapshotServices,
  session: SnapshotInput,
  change: ChangeToProbe & { readonly told: readonly { readonly scheduled: Scheduled }[] },
): Promise<readonly Rejection[]> {
  const { task, diff } = change;
  if (permitsOf(task.taskType).includes('configuration') || !mayChangeSettings(diff)) return [];
  const all: Rejection[] = [];
  for (const { scheduled } of change.told) {
    const engine = session.check.engines.get(scheduled.engine);
    if (engine?.settings === undefined) continue;
    const pairs = filesToAsk(change, engine).slice(0, mostFiles);
    const ask = { engine, settings: engine.settings, scheduled };
    const [before, after] = [
      await askIn(deps, session, { ...ask, tree: change.before, paths: pairs.map(([old]) => old) }),
      await askIn(deps, session, {
        ...ask,
        tree: change.after,
        paths: pairs.map(([, now]) => now),
      }),
    ];
    for (const [index, [, path]] of pairs.entries()) {
      const [old, now] = [before[index], after[index]];
      // Where it told nothing before, nothing can be compared.
      if (old === undefined) continue;
      const sides = { before: old, after: now ?? new Map<string, string>() };
      all.push(...judgeSettings({ tool: engine.title, path }, sides));
    }
  }
  return all.slice(0, mostFiles);
}

/** Each is a start of the tool, and what changes one file's settings changes those of its neighbours. */
const mostFiles = 5;

/** Files of the task and of the change, each under its names before and after it. */
function filesToAsk(
  { task, diff }: ChangeToProbe,
  { judges }: Engine,
): readonly (readonly [string, string])[] {
  const renames = renamesIn(diff);
  const gone = new Set(diff.filter((one) => !isFileAfterwards(one)).map(({ path }) => path));
  const old = new Set([...task.targets.files, ...diff.flatMap(pathBefore)]);
  return [...old]
    .map((path) => [path, renames.get(path) ?? path] as const)
    .filter(([before, after]) => judges.test(before) && judges.test(after) && !gone.has(after));
}

function pathBefore({ path, oldPath = path, oldMode }: DiffEntry): readonly string[] {
  return oldMode === null ? [] : [oldPath];
}

interface SettingsToAsk {
  readonly engine: Engine;
  readonly settings: ToldSettings;
  readonly scheduled: Scheduled;
  readonly tree: Sha;
  readonly paths: readonly string[];
}

/** By each of the paths in their order; undefined: it tells nothing of it. */
async function askIn(
  deps: SnapshotServices,
  { check, linked }: SnapshotInput,
  { engine, settings, scheduled, tree, paths }: SettingsToAsk,
): Promise<readonly (ReadonlyMap<string, string> | undefined)[]> {
  const copy = await deps.copies.open(tree, { hidden: [], linked });
  const outputDir = await deps.scratch.create();
  try {
    const ready = makeReady({ ...check, repository: copy.path }, scheduled);
    const told: (ReadonlyMap<string, string> | undefined)[] = [];
    for (const path of paths) {
      const [file] = withinRoot([path], scheduled.plan.root);
      const args = settings.args(scheduled.plan, file ?? path);
      const spec = { args, env: {}, reports: {} };
      const { exit, stdout } = await runTool(deps, { ...ready, engine }, { spec, args, outputDir });
      const printed = (await readPrinted(deps.scratch, stdout)).replaceAll(copy.path, '.');
      told.push(exit.kind === 'exited' && exit.code === 0 ? settings.read(printed) : undefined);
    }
    return told;
  } finally {
    await deps.scratch.remove(outputDir);
    await copy.release();
  }
}
