import { describe, expect, it } from 'vitest';
import type { ArtifactKey } from '#model/artifact.ts';
import { publishChangeset } from '#ratchet/publish-changeset.ts';
import { appPermissions } from '../../github/ground.ts';
import { sha } from '../../support/samples.ts';
import { aRefusedPush } from '../rules/decision/pushes.ts';
import { changesetKey, completed, ended, type Given, publishGround, wanted } from './ground.ts';

const refusedAgain = { outcome: 'no-push', reason: expect.stringMatching(/which people reverted/) };

const jenkins = { files: { Jenkinsfile: 'pipeline {}\n' } };
const scripts = (version: string) => `{"scripts":{"test":"a"},"version":"${version}"}`;

describe('a session without a push', () => {
  it.each<[string, Given, RegExp]>([
    ['a protected path', { files: { 'ratchetr.yaml': 'enabled: true\n' } }, /protected path/],
    [
      'a path that the base branch protects',
      { config: 'limits:\n  protectedPaths: ["src/**"]\n' },
      /src\/total.py is, or may pass for, a protected path/,
    ],
    ['a forged message', { changeset: { message: 'x [skip ci]' } }, /commit message/],
    ['another tree', { changeset: { tree: sha('d') } }, /evidence/],
    [
      'settings that cannot be used',
      { config: 'limits: nothing\n' },
      /settings of the base branch cannot be used/,
    ],
  ])('is parked because of %s', async (_, given, reason) => {
    const { ground, lastSession } = await ended(given);
    expect(lastSession).toMatchObject({ outcome: 'no-push', patch: false });
    expect(lastSession?.reason).toMatch(reason);
    expect(ground.tip()).toBe(ground.head);
    const state = await ground.state();
    expect(state.consecutiveFixupAttempts).toBe(0);
    expect(state.spentFingerprints).toEqual(['fingerprint-1']);
    expect((await ground.transitions())[0]).toMatchObject({ action: 'BREAK' });
    expect(completed(ground)).toMatchObject([{ pushed: 'no', exitReason: lastSession?.reason }]);
  });

  it.each<[string, Given, RegExp]>([
    ['the right to push', { observation: { canPush: false } }, /may not push/],
    [
      'the right to push to a fork',
      { observation: { canPush: false, fromFork: true } },
      /may not push/,
    ],
    ['the repository of the branch', { observation: { headRepository: null } }, /is gone/],
    [
      'the right to workflow files, which the base changed',
      {
        base: { '.github/workflows/ci.yml': 'on: push\n' },
        files: { '.github/workflows/ci.yml': 'on: push\n' },
      },
      /workflows permission/,
    ],
    [
      'a way to sign it',
      {
        observation: { signaturesRequired: true },
        files: { 'tool.sh': { mode: '100755', text: 'x\n' } },
      },
      /GitHub signs no commit with an executable file/,
    ],
    ['write access after all', { permissions: { ...appPermissions, contents: 'read' } }, /grant/],
  ])('keeps its verified patch where it lacks %s', async (_, given, reason) => {
    const { ground, lastSession } = await ended(given);
    expect(lastSession).toMatchObject({ outcome: 'no-push', patch: true });
    expect(lastSession?.reason).toMatch(reason);
    expect(ground.tip()).toBe(ground.head);
  });

  it.each([
    ['waits for a person', 'ask', 'no-push', /\(test_total\); a person decides/],
    ['is pushed where the settings say so', 'push', 'pushed', /^Pushed/],
  ])('with tests that demand something else %s', async (_, expectations, outcome, reason) => {
    const config = `version: 1\npolicy: {expectations: ${expectations}}\n`;
    const { ground, lastSession } = await ended({
      config,
      files: { 'test_total.py': 'assert 3\n' },
      expectations: [
        { test: 'test_total', path: 'test_total.py', before: 'assert 2', after: 'assert 3' },
      ],
    });
    expect(lastSession).toMatchObject({ outcome, patch: outcome === 'no-push' });
    expect(lastSession?.reason).toMatch(reason);
    expect(ground.tip() === ground.head).toBe(outcome === 'no-push');
  });

  it.each<[string, Given, RegExp]>([
    ['waits for a person', jenkins, /Jenkinsfile, which Jenkins executes or obeys; a person/],
    [
      'waits where the settings permit another path',
      { ...jenkins, config: 'version: 1\nlimits: {executingPaths: [Makefile]}\n' },
      /Jenkinsfile/,
    ],
    [
      'waits where it is a script of a package',
      { files: { 'package.json': scripts('1').replace('"a"', '"b"') } },
      /package.json \(scripts.test\), which npm/,
    ],
  ])('of what executes elsewhere %s', async (_, given, reason) => {
    const { ground, lastSession } = await ended({
      ...given,
      head: { 'package.json': scripts('1') },
    });
    expect(lastSession).toMatchObject({ outcome: 'no-push', patch: true });
    expect(lastSession?.reason).toMatch(reason);
    expect(ground.tip()).toBe(ground.head);
  });

  it.each<[string, Given]>([
    [
      'a path that the settings permit',
      { ...jenkins, config: 'version: 1\nlimits: {executingPaths: [Jenkinsfile]}\n' },
    ],
    ['another part of a manifest', { files: { 'package.json': scripts('2') } }],
    ['a hidden character that was there', { files: { 'a.md': 'x\u200By and more\n' } }],
  ])('is none where it changes %s', async (_, given) => {
    const head = { 'package.json': scripts('1'), 'a.md': 'x\u200By\n' };
    expect((await ended({ ...given, head })).lastSession).toMatchObject({ outcome: 'pushed' });
  });

  it.each([
    ['a text', { 'src/total.py': 'total = 3 # \u202Ex\n' }, /U\+202E on line 1/],
    ['a name', { 'src/to\u200Btal.py': 'total = 3\n' }, /U\+200B in its name/],
  ])('is parked because of characters that hide in %s', async (_, files, reason) => {
    const { ground, lastSession } = await ended({ files });
    expect(lastSession).toMatchObject({ outcome: 'no-push', patch: false });
    expect(lastSession?.reason).toMatch(reason);
    expect(ground.tip()).toBe(ground.head);
  });

  it('does not go back to what a fixup began with', async () => {
    const made = await publishGround();
    const changeset = await made.artifacts.get(changesetKey);
    const { tree } = JSON.parse(Buffer.from(changeset ?? []).toString('utf8'));
    const { ground, lastSession } = await ended({ state: { treesBefore: [tree] } });
    expect(lastSession?.reason).toMatch(/round in circles/);
    expect(ground.tip()).toBe(ground.head);
  });

  it('does not take a fixup back', async () => {
    const ground = await publishGround();
    await publishChangeset(ground.deps, wanted);
    const { pushes } = await ground.state();
    const back = { 'src/total.py': 'total = 2\n' };
    const { lastSession } = await ended({ files: back, start: 'total = 3\n', state: { pushes } });
    expect(lastSession).toMatchObject({ outcome: 'no-push' });
    expect(lastSession?.reason).toMatch(/round in circles/);
  });

  it.each([
    ['does again what people took back', 'total = 2\n', 'total = 3\n', refusedAgain],
    ['does again in places', 'a = 1\ntotal = 2\n', 'a = 5\ntotal = 3\n', refusedAgain],
    ['does something else there', 'total = 2\n', 'total = 4\n', { outcome: 'pushed' }],
  ])('or pushes, where it %s', async (_, start, text, told) => {
    const path = 'src/total.py';
    const ground = await publishGround({
      start,
      files: { [path]: text },
      state: {
        pushes: [aRefusedPush({ changes: [{ path, before: sha('1'), after: sha('2') }] })],
      },
    });
    const old: Readonly<Record<string, string>> = {
      [sha('9')]: 'total = 2\n',
      [sha('c')]: 'total = 3\n',
    };
    const forge = {
      readFile: async (_repository: unknown, commit: string, file: string) =>
        old[commit] ?? ground.hands.read(file, commit),
    };
    await publishChangeset({ ...ground.deps, forge }, wanted);
    const { lastSession } = await ground.state();
    expect(lastSession).toMatchObject(told);
  });

  it('holds every byte against its id', async () => {
    const ground = await publishGround();
    const artifacts = {
      ...ground.artifacts,
      get: async (key: ArtifactKey) =>
        key.name.startsWith('result/blobs/')
          ? Buffer.from('total = 4\n')
          : ground.artifacts.get(key),
    };
    await publishChangeset({ ...ground.deps, artifacts }, wanted);
    const { lastSession } = await ground.state();
    expect(lastSession?.reason).toMatch(/another content than the changeset tells/);
  });

  it.each(['result/changeset.json', 'result/evidence.json', 'result/blobs/'])(
    'is one whose %s is lost',
    async (lost) => {
      const ground = await publishGround();
      const artifacts = {
        ...ground.artifacts,
        get: async (key: ArtifactKey) =>
          key.name.startsWith(lost) ? undefined : ground.artifacts.get(key),
      };
      await publishChangeset({ ...ground.deps, artifacts }, wanted);
      expect((await ground.state()).lastSession).toMatchObject({
        outcome: 'no-push',
        patch: false,
      });
    },
  );

  it.each([
    ['result/changeset.json', /lost or damaged/],
    ['result/evidence.json', /Not published/],
    ['result/blobs/', /has no stored content/],
  ])('is one whose %s nobody could hold in memory: it is not even read', async (large, reason) => {
    const ground = await publishGround();
    const read: string[] = [];
    const artifacts = {
      describe: async (key: ArtifactKey) => {
        const facts = await ground.artifacts.describe(key);
        return facts && { ...facts, ...(key.name.startsWith(large) && { sizeBytes: 2 ** 29 }) };
      },
      get: async (key: ArtifactKey) => {
        read.push(key.name);
        return ground.artifacts.get(key);
      },
    };
    await publishChangeset({ ...ground.deps, artifacts }, wanted);
    expect((await ground.state()).lastSession).toMatchObject({ outcome: 'no-push' });
    expect((await ground.state()).lastSession?.reason).toMatch(reason);
    expect(read.filter((name) => name.startsWith(large))).toEqual([]);
  });
});
