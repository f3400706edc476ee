import { readFileSync } from 'node:fs';

/** One reading in a process of its own, so that its peak of memory is nobody else's. */
const [how, path = '', repository = ''] = process.argv.slice(2);
const read = how === 'parse' ? parse : await reader(how ?? '');
const text = readFileSync(path, 'utf8');
const before = performance.now();
const findings = await read(text);
const milliseconds = performance.now() - before;
const peak = process.resourceUsage().maxRSS * 1024;
process.stdout.write(`${JSON.stringify({ milliseconds, peak, findings })}\n`);

function parse(json: string): number {
  const data: unknown = JSON.parse(json);
  return Array.isArray(data) ? data.length : 0;
}

async function reader(id: string): Promise<(json: string) => Promise<number>> {
  const { engines } = await import('#engines/registry.ts');
  const { nameFindings } = await import('#check/name-findings.ts');
  const { createRepository } = await import('#platform/files/repository.ts');
  const { systemHash } = await import('#platform/system/hash.ts');
  const { systemClock } = await import('#platform/system/clock.ts');
  const { runId } = await import('#model/ids.ts');
  const engine = engines.find((one) => one.id === id);
  if (engine === undefined) throw new Error(`There is no engine ${id}`);
  const deps = { hash: systemHash, sources: createRepository({ env: {} }) };
  return async (json) => {
    const reports = new Map([['report', json]]);
    const output = { stdout: json, stderr: '', reports, cwd: repository };
    const { findings: raw } = engine.parse(output);
    const named = await nameFindings(deps, {
      engine: id,
      findings: raw,
      cwd: repository,
      repository,
      runId: runId.parse('bench'),
      createdAt: systemClock.now(),
    });
    return named.findings.length;
  };
}
