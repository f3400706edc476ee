import { beforeEach, describe, expect, it } from 'vitest';
import type { FileChanges } from '../support/github/hands.ts';
import { branch, publish, type Publishing, publishing } from './publishing.ts';

let on: Publishing;

beforeEach(async () => {
  on = await publishing();
});

describe('a signed commit', () => {
  beforeEach(() => {
    on.hands.protect(branch, { requiredChecks: [], requiredSignatures: true });
    on = { ...on, publish: (made) => publish(on.publisher, { ...on.target, signed: true }, made) };
  });

  it('is made by GitHub itself, with the same tree', async () => {
    const made = await on.make({
      'src/total.py': 'total = 5\n',
      'größe.py': 'x\n',
      'src/old.py': null,
    });
    expect(await on.publisher.prepare({ ...on.target, signed: true }, made)).toEqual({
      kind: 'signed',
    });
    expect(await on.publish(made)).toEqual({ kind: 'pushed', head: on.tip() });
    expect(on.github.world.signedCommits.has(on.tip())).toBe(true);
    expect(on.commitOf(on.tip())).toMatchObject({ tree: made.changeset.tree, parents: [on.head] });
    expect(await on.publisher.headOf(on.target)).toMatchObject({ runId: 'run-1' });
  });

  it('is lost to whoever pushed meanwhile', async () => {
    const made = await on.make({ 'a.py': 'a\n' });
    on.hands.repository.rules.clear();
    const human = on.hands.commit(branch, { 'b.py': 'b\n' });
    expect(await on.publish(made)).toEqual({ kind: 'lost-race', head: human });
  });

  it('is recognised where only the answer was lost', async () => {
    const made = await on.make({ 'a.py': 'a\n' });
    on.github.faults.routes.push({
      matches: (one) => one === 'POST /graphql',
      does: 'break',
      when: 'after',
      times: 1,
    });
    await expect(on.publish(made)).rejects.toThrow('did not answer');
    expect(await on.publish(made)).toEqual({ kind: 'pushed', head: on.tip() });
    expect(on.commitOf(on.tip())?.parents).toEqual([on.head]);
  });

  it.each<[string, FileChanges]>([
    ['an executable file', { 'run.sh': { mode: '100755', text: 'x\n' } }],
    ['a symbolic link', { link: { mode: '120000', text: 'run.sh' } }],
    [
      'more than 100 files',
      Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}`, ''])),
    ],
  ])('cannot hold %s', async (what, files) => {
    const outcome = await on.publish(await on.make(files));
    expect(outcome).toMatchObject({ kind: 'refused', code: 'SIGNATURE_IMPOSSIBLE' });
    expect(outcome).toHaveProperty('reason', expect.stringContaining(what));
    expect(on.github.counters.writes).toBeLessThanOrEqual(2);
  });

  it('cannot be a merge', async () => {
    const base = on.hands.commit('main', { 'src/total.py': 'b\n' });
    const outcome = await on.publish(await on.make({ 'src/total.py': 'c\n' }, [on.head, base]));
    expect(outcome).toMatchObject({ code: 'SIGNATURE_IMPOSSIBLE' });
  });
});
