import * as z from 'zod';
import { findUpward, type RepositoryFacts, upward, within } from '#domain/repository/facts.ts';
import type { Probe } from '#domain/outcome/exit-catalog.ts';
import type { Detection, Engine, RunSpec, SpecInput } from '../contract.ts';
import { parseRuffReport } from './report.ts';

const configNames = ['ruff.toml', '.ruff.toml', 'pyproject.toml'];

const probes: readonly Probe[] = [
  {
    id: 'unreadable-file',
    stream: 'stdout',
    pattern: '"code":\\s*"E902"',
    effect: 'partial',
    remedy: 'A file could not be read; see that it exists and is UTF-8.',
  },
  {
    id: 'module-missing',
    stream: 'stderr',
    pattern: 'No module named ruff',
    effect: 'tool-failure',
    reason: 'TOOL_NOT_FOUND',
    remedy: 'The interpreter of this project has no ruff; add it to the development dependencies.',
  },
];

/** Ruff, the linter. It judges file by file. */
export const ruff: Engine = {
  id: 'ruff',
  title: 'Ruff',
  scope: 'per-file',
  program: { kind: 'python-module', module: 'ruff' },
  versionArgs: ['--version'],
  versionPattern: /^ruff (\S+)/m,
  detect,
  configNames,
  parse: parseRuffReport,
  check: {
    // With --exit-zero, 0 says that it ran and 2 that it could not.
    catalog: { exitCodes: { toolFailure: [2] }, report: 'always', probes },
    spec: (input) => specOf(input, ['--no-fix', '--exit-zero']),
  },
  fix: {
    catalog: { exitCodes: { toolFailure: [2] }, isFix: true, report: 'always', probes },
    spec: (input) => specOf(input, ['--fix', '--exit-zero']),
  },
};

function specOf({ plan, scratch }: SpecInput, mode: readonly string[]): RunSpec {
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: [
      'check',
      '--output-format',
      'json',
      ...mode,
      '--force-exclude',
      '--cache-dir',
      `${scratch}/cache`,
      ...config,
      ...plan.args,
      '--',
      ...plan.scope,
    ],
    env: { RUFF_NO_CACHE: 'false' },
    reports: {},
  };
}

const pyproject = z.looseObject({ tool: z.looseObject({ ruff: z.unknown() }).partial() });

function detect(facts: RepositoryFacts, root: string): Detection {
  const own = findUpward(facts, root, ['ruff.toml', '.ruff.toml']);
  if (own !== undefined) return { kind: 'present', because: `${own} configures it` };
  const shared = upward(root)
    .map((folder) => within(folder, 'pyproject.toml'))
    .find((path) => pyproject.safeParse(facts.manifests.get(path)).data?.tool.ruff !== undefined);
  return shared === undefined
    ? { kind: 'absent', because: 'no ruff.toml and no [tool.ruff] was found' }
    : { kind: 'present', because: `${shared} configures it` };
}
