import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { NewTask } from '#model/task.ts';
import { listShared } from '#check/prepare/prepare-check.ts';
import type { OpenedRepair } from './open-repair.ts';
import { wantedIn, wantedPaths } from './repair-request.ts';
import { planEverything } from './session/plan-round.ts';
import { collectSnapshot } from './session/collect-snapshot.ts';
import { type RepairLimits, sessionSettings } from './session-settings.ts';

/** The tasks that a session would begin with; nothing is repaired and nothing is recorded. */
export async function planRepair(
  opened: OpenedRepair,
  limits: RepairLimits,
  paths: readonly string[],
): Promise<Outcome<readonly NewTask[]>> {
  const { host, prepared, check, input, git, base, head } = opened;
  const { repository, config } = prepared;
  const tree = await git.trees.capture(repository, { since: head });
  const wanted = await wantedPaths(opened, paths, tree);
  if (wanted.kind === 'refused') {
    return refuse(wanted.code, `Nothing can be planned: ${wanted.sentence}.`);
  }
  const folder = await host.scratch.create();
  try {
    const session = {
      runId: host.ids.runId(),
      check: input,
      base,
      linked: listShared(prepared, (await git.trees.list(tree)).paths),
      wanted: wantedIn(wanted.value),
    };
    const deps = {
      ...check,
      copies: git.copiesIn(folder, prepared.installed?.folder),
      trees: git.trees,
    };
    const snapshot = await collectSnapshot(deps, session, {
      stage: 'start',
      tree,
      before: undefined,
    });
    const settings = sessionSettings(config, limits);
    return ok(planEverything(check, { ...session, settings }, { snapshot, beside: [] }));
  } finally {
    await host.scratch.remove(folder);
  }
}
