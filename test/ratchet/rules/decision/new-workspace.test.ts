import { expect, it } from 'vitest';
import { systemHash } from '#platform/system/hash.ts';
import { workspaceState } from '#model/workspace.ts';
import { newWorkspace } from '#ratchet/rules/decision/new-workspace.ts';
import { aWorkspaceState, installationId, t0 } from '../../../support/samples.ts';

const hash = (text: string): string => systemHash.hex(text);

it('begins a watch that is off and has nothing behind it', () => {
  const { pullRequest } = aWorkspaceState();
  const watch = { pullRequest, installationId: installationId('1'), now: t0, hash };
  const state = newWorkspace(watch);
  expect(workspaceState.parse(state)).toEqual(state);
  expect(state).toMatchObject({
    id: 'github.com:repository-7:42',
    enabled: false,
    pullRequest,
    createdAt: t0,
  });
});
