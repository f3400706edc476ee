import { assert, dictionary, nat, property, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemHash } from '#platform/system/hash.ts';
import type { FileTable } from '#repair/rules/verdict/changeset-facts.ts';
import { doneDigest, oscillates, undoDigest } from '#repair/rules/verdict/oscillation.ts';
import type { Changeset } from '#model/changeset.ts';
import { sha, t0 } from '../../../support/samples.ts';
import { aChangeset, aMerge, anySha, files, gone, write } from './changesets.ts';

const hex = (text: string): string => systemHash.hex(text);

const never = { pushes: [], treesBefore: [] };

const pushOf = (undo: string) => ({
  sha: sha('e'),
  tree: sha('f'),
  undo,
  kind: 'ci' as const,
  at: t0,
});

describe('oscillation', () => {
  const there = aChangeset({ changes: [write('a', '2'), write('new', '3'), gone('old')] });
  const back = aChangeset({ changes: [gone('new'), write('old', '4'), write('a', '1')] });
  const before = files({ a: '1', old: '4' });
  const undone = pushOf(undoDigest(there, before, hex));

  it('is a tree that a fixup began with', () => {
    const { tree } = there;
    expect(oscillates(there, { ...never, treesBefore: [sha('d'), tree] }, hex)).toBe(true);
    expect(oscillates(there, { ...never, treesBefore: [sha('d')] }, hex)).toBe(false);
  });

  it('is a change that takes a pushed one back', () => {
    expect(oscillates(back, { ...never, pushes: [undone] }, hex)).toBe(true);
  });

  it('is neither a part of it nor more than it', () => {
    const state = { ...never, pushes: [undone] };
    const part = aChangeset({ changes: back.changes.slice(1) });
    const more = aChangeset({ changes: [...back.changes, write('b', '1')] });
    expect([there, part, more].map((one) => oscillates(one, state, hex))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is no merge, which takes up what was not there', () => {
    const merge = aMerge(back.changes);
    const { tree } = merge;
    expect(oscillates(merge, { treesBefore: [tree], pushes: [undone] }, hex)).toBe(false);
  });

  it('is found for every change, in whatever order its paths come', () => {
    const states = dictionary(stringMatching(/^[a-z/ü]{1,6}$/), nat(15), { minKeys: 1 });
    assert(
      property(states, states, nat(), (old, next, seed) => {
        const paths = [...new Set([...Object.keys(old), ...Object.keys(next)])];
        const changed = paths.filter((path) => old[path] !== next[path]);
        const change = changesTo(changed, next);
        const reversal = changesTo(rotated(changed, seed), old);
        const digest = undoDigest({ changes: change }, tableOf(old), hex);
        expect(doneDigest({ changes: reversal }, hex)).toBe(digest);
        expect(doneDigest({ changes: change }, hex) === digest).toBe(changed.length === 0);
      }),
    );
  });
});

type States = Readonly<Record<string, number>>;

function changesTo(paths: readonly string[], states: States): Changeset['changes'] {
  return paths.map((path) => {
    const digits = states[path];
    return digits === undefined ? gone(path) : write(path, digits.toString(16));
  });
}

function tableOf(states: States): FileTable {
  const entries = Object.entries(states);
  return new Map(entries.map(([path, digits]) => [path, { mode: '100644', blob: anySha(digits) }]));
}

function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
