import { describe, expect, it } from 'vitest';
import { createStackOperations } from '#aws/operators/stack-operations.ts';
import { operatorMethods } from '#ratchet/rules/operators/operator-methods.ts';
import { clientOf } from '#base/method.ts';
import { readPage } from '#ratchet/overview/read-page.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryWorkspaceStore } from '../../support/memory-workspace-store.ts';
import { aWorkspaceState, t0 } from '../../support/samples.ts';

/** A stack that watches so many pull requests. */
async function stackWith(count: number) {
  const workspaces = createMemoryWorkspaceStore();
  const { pullRequest } = aWorkspaceState();
  for (let number = 1; number <= count; number += 1) {
    const state = aWorkspaceState({
      id: `github.com:7:${number}`,
      pullRequest: { ...pullRequest, number },
    });
    await workspaces.create(state, t0);
  }
  const deps = {
    workspaces,
    installations: { pauseOf: async () => undefined },
    runs: { listRuns: async () => [], summarizeRun: async () => undefined },
    clock: createManualClock(t0),
  };
  const sizes: number[] = [];
  const client = clientOf(operatorMethods, async ({ response }, request) => {
    const { after } = operatorMethods.workspaces.request.parse(request);
    const page = await readPage(deps, after);
    sizes.push(page.rows.length);
    return response.parse(JSON.parse(JSON.stringify(page)));
  });
  return { sizes, operations: createStackOperations(client) };
}

describe('all that a stack watches', () => {
  it.each([
    [0, [0]],
    [400, [400]],
    [401, [400, 1]],
    [805, [400, 400, 5]],
  ])('comes in parts where it is %i', async (count, parts) => {
    const { operations, sizes } = await stackWith(count);
    const { rows } = await operations.overview();
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
    expect(rows).toHaveLength(count);
    expect(sizes).toEqual(parts);
  });
});
