import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Artifact } from '#model/artifact.ts';
import { createEvidenceKeeper, keepWritten } from '#check/keep-evidence.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { systemHash } from '#platform/system/hash.ts';
import { runId, t0 } from '../support/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

const run = runId('run-1');
const written = { log: 'two failed', reports: new Map([['junit', '<testsuites/>']]) };

async function aKeeper() {
  const artifacts = createFileArtifacts({ root: join(await tempFolder(), 'artifacts') });
  const added: Artifact[] = [];
  const addArtifact = async (one: Artifact) => {
    added.push(one);
    return 'added' as const;
  };
  const deps = { artifacts, runs: { addArtifact }, clock: { now: () => t0 }, hash: systemHash };
  return { keeper: createEvidenceKeeper(deps, run), added, artifacts };
}

describe('what tools wrote', () => {
  it('is kept with its run under the name that findings refer to, equal texts once', async () => {
    const { keeper, added, artifacts } = await aKeeper();
    const name = await keeper.keep({ engine: 'pytest', root: '.' }, written);
    expect(name).toMatch(/^engines\/pytest\/[0-9a-f]{16}\/junit$/);
    const report = added.find((one) => one.name === name);
    expect(report).toMatchObject({ kind: 'report', tool: 'pytest' });
    // The log lies beside its report.
    expect(added.map((one) => one.name)).toContain(name.replace(/junit$/, 'log.txt'));
    const bytes = report && (await artifacts.get({ runId: run, name: report.name }));
    expect(new TextDecoder().decode(bytes)).toBe('<testsuites/>');
    expect(await keeper.keep({ engine: 'pytest', root: '.' }, written)).toBe(name);
    const other = { log: 'one', reports: new Map() };
    const log = await keeper.keep({ engine: 'ruff', root: 'packages/a' }, other);
    expect(log).toMatch(/^engines\/ruff\/in\/packages\/a\/[0-9a-f]{16}\/log\.txt$/);
  });

  it('is read again for a result that is known from before, once', async () => {
    const { keeper } = await aKeeper();
    const owner = { engine: 'pytest', root: '.' };
    let reads = 0;
    const read = async () => {
      reads += 1;
      return written;
    };
    const name = await keepWritten(keeper, owner, { before: { name: 'elsewhere', read } });
    expect(name).toMatch(/junit$/);
    expect(await keepWritten(keeper, owner, { before: { name: name ?? '', read } })).toBe(name);
    expect(reads).toBe(1);
    const lost = { name: 'gone', read: async () => undefined };
    expect(await keepWritten(keeper, owner, { before: lost })).toBeUndefined();
  });
});
