import * as z from 'zod';
import { type RepositoryFacts, upward, within } from '#domain/repository/facts.ts';
import type { ExitCatalog } from '#domain/outcome/exit-catalog.ts';
import type { Detection, Engine, RunSpec, SpecInput } from '../contract.ts';
import { parsePylintReport } from './report.ts';

const rcFiles = ['pylintrc', 'pylintrc.toml', '.pylintrc', '.pylintrc.toml'];

/** With --exit-zero only a refusal ends with another code: its own messages say all the rest. */
const catalog: ExitCatalog = {
  convention: 'pylint',
  report: 'always',
  rules: [
    {
      code: 32,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'pylint refused its arguments or its configuration; correct them.',
    },
  ],
  probes: [
    {
      id: 'module-missing',
      stream: 'stderr',
      pattern: 'No module named pylint',
      effect: 'tool-failure',
      reason: 'TOOL_NOT_FOUND',
      remedy:
        'The interpreter of this project has no pylint; add it to the development dependencies.',
    },
    {
      id: 'config-broken',
      stream: 'stdout',
      pattern: String.raw`: F0011: |"messageId":\s*"F0011"`,
      effect: 'degraded',
      remedy: 'pylint could not read its configuration and judged under its defaults; correct it.',
    },
    {
      id: 'config-ignored',
      stream: 'stdout',
      pattern: String.raw`"messageId":\s*"E001[35]"|"messageId":\s*"W0012"[^{}]*"path":\s*"(?![^"]*\.pyi?")`,
      effect: 'degraded',
      remedy:
        'pylint ignored a part of its configuration; see its messages E0013, E0015 and W0012.',
    },
    {
      id: 'fatal-message',
      stream: 'stdout',
      pattern: String.raw`"messageId":\s*"F(?!0011)\d{4}"`,
      effect: 'partial',
      remedy: 'pylint could not judge a module or a path; its fatal message names it.',
    },
  ],
};

/** Pylint. It judges module by module. */
export const pylint: Engine = {
  id: 'pylint',
  title: 'Pylint',
  scope: 'per-file',
  program: { kind: 'python-module', module: 'pylint' },
  versionArgs: ['--version'],
  versionPattern: /^pylint (\S+)/m,
  detect,
  configNames: [...rcFiles, 'pyproject.toml', 'setup.cfg', 'tox.ini'],
  parse: parsePylintReport,
  check: { catalog, spec: specOf },
};

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const config = plan.config.path === null ? [] : [`--rcfile=${plan.config.path}`];
  return {
    args: [
      '--output-format=json2',
      '--exit-zero',
      '--recursive=y',
      '--persistent=n',
      ...config,
      ...plan.args,
      '--',
      ...plan.scope.map(asPath),
    ],
    env: { PYLINTHOME: `${scratch}/cache` },
    reports: {},
  };
}

/** Even after `--` pylint takes a path that begins with a dash for an option. */
function asPath(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

const pyproject = z.looseObject({ tool: z.looseObject({ pylint: z.unknown() }).partial() });

function detect(facts: RepositoryFacts, root: string): Detection {
  for (const folder of upward(root)) {
    const file = rcFiles.map((name) => within(folder, name)).find((path) => facts.files.has(path));
    if (file !== undefined) return { kind: 'present', because: `${file} configures it` };
    const path = within(folder, 'pyproject.toml');
    const parsed = pyproject.safeParse(facts.manifests.get(path));
    if (parsed.success && parsed.data.tool.pylint !== undefined) {
      return { kind: 'present', because: `${path} configures it` };
    }
  }
  return { kind: 'absent', because: 'no pylintrc and no [tool.pylint] was found' };
}
