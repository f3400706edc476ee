import type { ClientOf } from '#base/method.ts';
import type { WorkspaceId } from '#model/ids.ts';
import type { Transition } from '#model/transition.ts';
import type {
  operatorMethods,
  OperatorResponse,
} from '#ratchet/rules/operators/operator-methods.ts';
import type { Overview } from '#report/workspaces/overview.ts';
import type { WorkspaceRow } from '#report/workspaces/row.ts';
import type { Operations } from '#ratchet/needs/operations.ts';

type Client = ClientOf<typeof operatorMethods>;

/** What operators ask and order of a deployment in an account of AWS; what is too long for one response comes in parts. */
export function createStackOperations(client: Client): Operations {
  return {
    ...client,
    overview: () => readAllPages(client),
    transitions: (id, limit) => readTransitions(client, id, limit),
  };
}

async function readAllPages({ workspaces }: Client): Promise<Overview> {
  const rows: WorkspaceRow[] = [];
  let page: OperatorResponse<'workspaces'> = await workspaces();
  rows.push(...page.rows);
  while (page.next !== null) {
    page = await workspaces(page.next);
    rows.push(...page.rows);
  }
  return { now: page.now, pauses: page.pauses, rows };
}

const pageSize = 200;

async function readTransitions(
  { transitions }: Client,
  id: WorkspaceId,
  limit: number,
): Promise<readonly Transition[]> {
  const entries: Transition[] = [];
  while (entries.length < limit) {
    const oldest = entries.at(-1);
    const most = Math.min(pageSize, limit - entries.length);
    const older = await transitions({ id, limit: most, ...(oldest && { beforeRev: oldest.rev }) });
    entries.push(...older);
    if (older.length < most) break;
  }
  return entries;
}
