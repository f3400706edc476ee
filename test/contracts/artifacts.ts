import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ArtifactKey, artifactKey } from '#model/artifact.ts';
import { sha256 } from '#model/ids.ts';
import type { ArtifactGrants, Artifacts, StoredBytes, Transfers } from '#model/needs/artifacts.ts';
import type { ManualClock } from '../support/manual-clock.ts';

interface Keeping {
  readonly artifacts: Artifacts;
}

interface Granting {
  readonly artifacts: ArtifactGrants & Artifacts;
  readonly transfers: Transfers;
  /** The clock of both. */
  readonly clock: ManualClock;
}

/** What every keeper of artifacts promises; the harness gives an empty one. */
export function artifactsContract(name: string, makeHarness: () => Promise<Keeping>): void {
  describe(`${name} keeps artifacts`, () => {
    keepingContract(makeHarness);
  });
}

/** What those promise besides who let others transfer artifacts. */
export function grantsContract(name: string, makeHarness: () => Promise<Granting>): void {
  describe(`${name} grants transfers`, () => {
    grantingContract(makeHarness);
  });
}

export function keyFor(name: string, runId = 'run-1'): ArtifactKey {
  return artifactKey.parse({ runId, name });
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function factsOf(body: Uint8Array): StoredBytes {
  const digest = createHash('sha256').update(body).digest('hex');
  return { sha256: sha256.parse(digest), sizeBytes: body.length };
}

const one = bytesOf('one');
const other = bytesOf('the other');

function keepingContract(makeHarness: () => Promise<Keeping>): void {
  it('gives back what it stored, with digest and size', async () => {
    const { artifacts } = await makeHarness();
    const body = Uint8Array.from({ length: 256 }, (_, index) => index);
    const key = keyFor('engines/ruff/report.json');
    expect(await artifacts.put(key, body)).toEqual({ kind: 'stored', ...factsOf(body) });
    expect(Buffer.from((await artifacts.get(key)) ?? [])).toEqual(Buffer.from(body));
    expect(await artifacts.describe(key)).toEqual(factsOf(body));
  });

  it('keeps the first bytes: the same again exist, others conflict', async () => {
    const { artifacts } = await makeHarness();
    const key = keyFor('report.json');
    await artifacts.put(key, one);
    expect(await artifacts.put(key, one)).toEqual({ kind: 'exists', ...factsOf(one) });
    expect(await artifacts.put(key, other)).toEqual({ kind: 'conflict', existing: factsOf(one) });
    expect(await textOf(artifacts, key)).toBe('one');
  });

  it('has nothing where nothing was stored', async () => {
    const { artifacts } = await makeHarness();
    expect(await artifacts.get(keyFor('a/b'))).toBeUndefined();
    expect(await artifacts.describe(keyFor('a/b'))).toBeUndefined();
    await artifacts.put(keyFor('a/b'), one);
    expect(await artifacts.get(keyFor('a'))).toBeUndefined();
    expect(await artifacts.get(keyFor('a/b/c'))).toBeUndefined();
    expect(await artifacts.get(keyFor('a/b', 'run-2'))).toBeUndefined();
  });

  it('keeps an artifact of no bytes', async () => {
    const { artifacts } = await makeHarness();
    const empty = new Uint8Array();
    expect(await artifacts.put(keyFor('empty'), empty)).toMatchObject({ kind: 'stored' });
    expect(await artifacts.put(keyFor('empty'), empty)).toMatchObject({ kind: 'exists' });
    expect(await artifacts.get(keyFor('empty'))).toHaveLength(0);
  });

  it('keeps names of any script and sign apart', async () => {
    const { artifacts } = await makeHarness();
    const names = [
      'a b',
      'a+b',
      'a%20b',
      'a%2Fb',
      'a?b#c',
      "a'b&c",
      '報告/日本語.txt',
      'اردو',
      '🙂',
      'ß',
      '.x',
      'a..b',
    ];
    for (const name of names) await artifacts.put(keyFor(name), bytesOf(name));
    for (const name of names) expect(await textOf(artifacts, keyFor(name))).toBe(name);
  });

  it('takes two spellings of one Unicode name as one', async () => {
    const { artifacts } = await makeHarness();
    await artifacts.put(keyFor('Prüfung\u0065\u0301'.normalize('NFD')), one);
    expect(await artifacts.put(keyFor('Prüfung\u00e9'), other)).toMatchObject({ kind: 'conflict' });
  });

  it('keeps names apart that differ by case only', async () => {
    const { artifacts } = await makeHarness();
    expect(await artifacts.put(keyFor('Log/A.txt'), one)).toMatchObject({ kind: 'stored' });
    expect(await artifacts.put(keyFor('log/a.txt'), other)).toMatchObject({ kind: 'stored' });
    expect(await textOf(artifacts, keyFor('Log/A.txt'))).toBe('one');
  });

  it('stores what is long', async () => {
    const { artifacts } = await makeHarness();
    const body = Buffer.alloc(3 * 2 ** 20 + 7, 'a line of a log\n');
    const key = keyFor('log.txt');
    expect(await artifacts.put(key, body)).toEqual({ kind: 'stored', ...factsOf(body) });
    expect(await artifacts.put(key, body)).toMatchObject({ kind: 'exists' });
    expect(body.equals((await artifacts.get(key)) ?? new Uint8Array())).toBe(true);
  });

  it('stores for exactly one of many who try at once', async () => {
    const { artifacts } = await makeHarness();
    const bodies = Array.from({ length: 8 }, (_, index) => bytesOf(`body ${index}`));
    const outcomes = await Promise.all(bodies.map((body) => artifacts.put(keyFor('x'), body)));
    const winner = bodies[outcomes.findIndex(({ kind }) => kind === 'stored')];
    expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'conflict')).toHaveLength(7);
    expect(await artifacts.describe(keyFor('x'))).toEqual(factsOf(winner ?? new Uint8Array()));
  });
}

function grantingContract(makeHarness: () => Promise<Granting>): void {
  it('lets the holder of an upload grant store these bytes, once', async () => {
    const { artifacts, transfers, clock } = await makeHarness();
    const key = keyFor('é/report 1.json');
    const grant = await artifacts.presignPut(key, factsOf(one), 60_000);
    expect(grant).toMatchObject({ method: 'PUT', expiresAt: clock.now() + 60_000 });
    expect(await transfers.upload(grant, one)).toEqual({ kind: 'stored', ...factsOf(one) });
    expect(await transfers.upload(grant, one)).toEqual({ kind: 'exists', ...factsOf(one) });
    expect(await textOf(artifacts, key)).toBe('one');
    expect(await artifacts.describe(key)).toEqual(factsOf(one));
  });

  it('reports a conflict to the holder of an upload grant', async () => {
    const { artifacts, transfers } = await makeHarness();
    const grant = await artifacts.presignPut(keyFor('a'), factsOf(one), 60_000);
    await artifacts.put(keyFor('a'), other);
    const outcome = await transfers.upload(grant, one);
    expect(outcome).toEqual({ kind: 'conflict', existing: factsOf(other) });
  });

  it('refuses other bytes than the granted ones', async () => {
    const { artifacts, transfers } = await makeHarness();
    const grant = await artifacts.presignPut(keyFor('a'), factsOf(one), 60_000);
    for (const body of [bytesOf('two'), other, new Uint8Array()]) {
      await expect(transfers.upload(grant, body)).rejects.toThrow(/for other bytes/);
    }
    expect(await artifacts.describe(keyFor('a'))).toBeUndefined();
  });

  it('lets the holder of a download grant read', async () => {
    const { artifacts, transfers } = await makeHarness();
    const grant = await artifacts.presignGet(keyFor('ü'), 60_000);
    expect(await transfers.download(grant)).toBeUndefined();
    await artifacts.put(keyFor('ü'), one);
    expect(Buffer.from((await transfers.download(grant)) ?? [])).toEqual(Buffer.from(one));
  });

  it('refuses grants that expired or are for the other direction', async () => {
    const { artifacts, transfers, clock } = await makeHarness();
    const put = await artifacts.presignPut(keyFor('a'), factsOf(one), 60_000);
    const get = await artifacts.presignGet(keyFor('a'), 60_000);
    await expect(transfers.upload(get, one)).rejects.toThrow(/for GET only/);
    await expect(transfers.download(put)).rejects.toThrow(/for PUT only/);
    clock.advance(60_000);
    await expect(transfers.upload(put, one)).rejects.toThrow(/expired at 2026-01-01T00:01:00/);
    await expect(transfers.download(get)).rejects.toThrow(/expired/);
    expect(await artifacts.describe(keyFor('a'))).toBeUndefined();
  });
}

async function textOf(artifacts: Artifacts, key: ArtifactKey): Promise<string> {
  return Buffer.from((await artifacts.get(key)) ?? []).toString();
}
