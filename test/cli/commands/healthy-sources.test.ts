import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { pythonSource } from '../../support/python-source.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/** How the tools of these projects are started by their authors, and what tells one finding. */
const bare: Readonly<
  Record<string, { readonly args: readonly string[]; readonly finding: RegExp }>
> = {
  mypy: { args: ['-m', 'mypy', '--cache-dir=/dev/null'], finding: /: error: /g },
  pytest: {
    args: ['-B', '-m', 'pytest', '-p', 'no:cacheprovider', '-rfE'],
    finding: /^(?:FAILED|ERROR) /gm,
  },
};

async function findingsOfBare(folder: string, tool: string): Promise<number> {
  const { args = [], finding = /$^/ } = bare[tool] ?? {};
  const said = await new Promise<string>((resolve) => {
    execFile(join(folder, '.venv/bin/python'), args, { cwd: folder, env }, (_, stdout) =>
      resolve(stdout),
    );
  });
  return said.match(finding)?.length ?? 0;
}

async function check(cwd: string): Promise<CheckReport> {
  const argv = ['check', '--no-cache', '--mode', 'target', '--format', 'json'];
  const { stdout } = await runCli(cwd, argv, env);
  return JSON.parse(stdout);
}

/** Projects of others that are well, each with the engines that its own files show. */
const projects = [
  ['cachetools', '6.2.0', ['pytest']],
  ['tomli', '2.3.0', ['mypy']],
] as const;

describe('a healthy project', () => {
  it.each(projects)('%s %s is judged as its own tools judge it', async (name, version, engines) => {
    const folder = await pythonSource(name, version);
    const report = await check(folder);
    const found = report.engines.map(({ outcome, findings }) => [
      outcome.plan.engine,
      outcome.category,
      outcome.completeness.kind,
      findings.length,
    ]);
    const expected = [];
    for (const engine of engines) {
      const count = await findingsOfBare(folder, engine);
      expected.push([engine, count === 0 ? 'success' : 'diagnostic', 'complete', count]);
    }
    expect(found).toEqual(expected);
    expect(report.exit).toBe(found.every(([, , , count]) => count === 0) ? 0 : 1);
  });
});
