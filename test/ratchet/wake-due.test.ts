import { beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#model/message.ts';
import { lookMessages, wakeDue } from '#ratchet/wake-due.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { freshStores } from '../store/sqlite/stores.ts';
import { recordMetrics } from '../support/recording-metrics.ts';
import { aWorkspaceState, t0, workspaceId } from '../support/samples.ts';

let workspaces: WorkspaceStore;
let sent: Message[];
let recording: ReturnType<typeof recordMetrics>;

beforeEach(async () => {
  ({ workspaces } = await freshStores());
  sent = [];
  recording = recordMetrics();
});

const tick = (now: number, store = workspaces) =>
  wakeDue({
    workspaces: store,
    queue: { send: async (messages) => void sent.push(...messages) },
    clock: { now: () => now },
    metrics: recording.metrics,
  });

const create = (id: string, dueAt: number) => workspaces.create(aWorkspaceState({ id }), dueAt);

describe('a tick', () => {
  it('queues who is due, and nobody else', async () => {
    await create('github.com:7:1', t0);
    await create('github.com:7:2', t0 + 1);
    expect(await tick(t0)).toBe(1);
    expect(sent).toEqual([{ kind: 'look', schemaVersion: 1, workspaceIds: ['github.com:7:1'] }]);
    expect(await tick(t0)).toBe(0);
  });

  it('makes a workspace due again by itself where its message was lost', async () => {
    await create('github.com:7:1', t0);
    await tick(t0);
    sent = [];
    expect(await tick(t0 + 2 * 60_000 - 1)).toBe(0);
    expect(await tick(t0 + 2 * 60_000)).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it('leaves to the other who was taken by another tick', async () => {
    await create('github.com:7:1', t0);
    const both = await Promise.all([tick(t0), tick(t0)]);
    expect(both.toSorted()).toEqual([0, 1]);
    expect(sent).toHaveLength(1);
  });

  it('sends nothing where nobody is due', async () => {
    expect(await tick(t0)).toBe(0);
    expect(sent).toEqual([]);
  });
});

describe('what a tick measures', () => {
  it('is how many were due, and for how long', async () => {
    await create('github.com:7:1', t0 - 30_000);
    await create('github.com:7:2', t0 - 90_000);
    await create('github.com:7:3', t0 + 1);
    await tick(t0);
    expect(recording.measured).toEqual([
      { name: 'workspaces_due', value: 2 },
      { name: 'oldest_due_age', value: 90_000 },
    ]);
  });

  it('is nothing where nobody is due', async () => {
    await tick(t0);
    expect(recording.measured.map(({ value }) => value)).toEqual([0, 0]);
  });
});

const ids = (repository: string, count: number) =>
  Array.from({ length: count }, (_, index) => workspaceId(`github.com:${repository}:${index + 1}`));

describe('messages', () => {
  it('keep those of one repository together, and repositories apart', () => {
    const [one, two] = [ids('7', 3), ids('8', 2)];
    const mixed = [one[0], two[0], one[1], two[1], one[2]].flatMap((id) => id ?? []);
    expect(lookMessages(mixed)).toMatchObject([{ workspaceIds: one }, { workspaceIds: two }]);
  });

  it('hold fifty at most', () => {
    const sizes = lookMessages(ids('7', 120)).map((one) =>
      one.kind === 'look' ? one.workspaceIds.length : 0,
    );
    expect(sizes).toEqual([50, 50, 20]);
  });

  it('are one each for ids that name no repository', () => {
    expect(lookMessages([workspaceId('workspace-1')])).toHaveLength(1);
  });
});
