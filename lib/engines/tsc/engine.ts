import { type RepositoryFacts, within } from '#domain/repository/facts.ts';
import type { Detection, Engine, RunSpec, SpecInput } from '../contract.ts';
import { tscCatalog } from './catalog.ts';
import { parseTscReport } from './report.ts';

/** tsc, the type checker. It judges the files that its project names, and takes no paths beside a project. */
export const tsc: Engine = {
  id: 'tsc',
  title: 'TypeScript',
  scope: 'whole-program',
  program: { kind: 'node-bin', package: 'typescript', bin: 'tsc' },
  versionArgs: ['--version'],
  versionPattern: /^Version (\S+)/m,
  detect,
  configNames: ['tsconfig.json', 'tsconfig.base.json', 'package.json'],
  parse: parseTscReport,
  check: { catalog: tscCatalog, spec },
};

function spec({ plan, scratch }: SpecInput): RunSpec {
  return {
    args: [
      '--noEmit',
      '--pretty',
      'false',
      // The totals tell a clean project from one without files, and whether types were checked at all.
      '--diagnostics',
      // A project that is built in steps writes this file even so: not into the repository.
      '--incremental',
      '--tsBuildInfoFile',
      `${scratch}/tsbuildinfo`,
      '-p',
      plan.config.path ?? 'tsconfig.json',
      ...plan.args,
    ],
    env: {},
    reports: {},
  };
}

function detect(facts: RepositoryFacts, root: string): Detection {
  const path = within(root, 'tsconfig.json');
  return facts.files.has(path)
    ? { kind: 'present', because: `${path} configures it` }
    : { kind: 'absent', because: `there is no ${path}` };
}
