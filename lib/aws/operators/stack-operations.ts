import type { WorkspaceId } from '#model/ids.ts';
import type { Transition } from '#model/transition.ts';
import { operatorVerbs, type ToldOf } from '#ratchet/rules/operators/verbs.ts';
import type { Overview } from '#report/workspaces/overview.ts';
import type { WorkspaceRow } from '#report/workspaces/row.ts';
import type { Operations } from '#ratchet/needs/operations.ts';
import type { CallStack } from './call.ts';

/** What operators ask and tell a deployment in an account of AWS. */
export function createStackOperations(call: CallStack): Operations {
  return {
    overview: () => readAll(call),
    find: (pullRequest) => call(operatorVerbs.find, { pullRequest }),
    transitions: (id, limit) => readLog(call, id, limit),
    runs: (id, limit) => call(operatorVerbs.runs, { id, limit }),
    run: async (runId) => (await call(operatorVerbs.run, { runId })) ?? undefined,
    order: (order) => call(operatorVerbs.order, order),
    pause: (by) => call(operatorVerbs.pause, { by }),
    resume: (by) => call(operatorVerbs.resume, { by }),
  };
}

async function readAll(call: CallStack): Promise<Overview> {
  const rows: WorkspaceRow[] = [];
  let page: ToldOf<'workspaces'> = await call(operatorVerbs.workspaces, {});
  rows.push(...page.rows);
  while (page.next !== null) {
    page = await call(operatorVerbs.workspaces, { after: page.next });
    rows.push(...page.rows);
  }
  return { now: page.now, pauses: page.pauses, rows };
}

const pageSize = 200;

async function readLog(
  call: CallStack,
  id: WorkspaceId,
  limit: number,
): Promise<readonly Transition[]> {
  const entries: Transition[] = [];
  while (entries.length < limit) {
    const oldest = entries.at(-1);
    const most = Math.min(pageSize, limit - entries.length);
    const asked = { id, limit: most, ...(oldest && { beforeRev: oldest.rev }) };
    const older = await call(operatorVerbs.transitions, asked);
    entries.push(...older);
    if (older.length < most) break;
  }
  return entries;
}
