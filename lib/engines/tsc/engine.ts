import { evidence } from '#domain/repository/evidence.ts';
import { byFile } from '#domain/tasks/by-file.ts';
import { recheckAll } from '#domain/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { tscCatalog } from './catalog.ts';
import { parseTscReport } from './report.ts';

const signs = {
  files: ['tsconfig.json'],
  here: true,
  otherwise: 'there is no tsconfig.json',
};

/** tsc, the type checker. It judges the files that its project names, and takes no paths beside a project. */
export const tsc: Engine = {
  id: 'tsc',
  title: 'TypeScript',
  scope: 'whole-program',
  program: { kind: 'node-bin', package: 'typescript', bin: 'tsc' },
  versionArgs: ['--version'],
  versionPattern: /^Version (\S+)/m,
  detect: (facts, root) => evidence(facts, root, signs),
  configNames: ['tsconfig.json', 'tsconfig.base.json', 'package.json'],
  sections: [],
  judges: /\.[cm]?tsx?$/,
  reads: 'repository',
  changed: 'filter',
  nested: 'apart',
  suppressions: ['@ts-(?:ignore|expect-error|nocheck)'],
  tasks: byFile,
  validation: (input) =>
    recheckAll(tsc.program, input, {
      args: [
        '--noEmit',
        '--pretty',
        'false',
        '--incremental',
        '--tsBuildInfoFile',
        // A project may insist on writing it: where no file of the repository is.
        'node_modules/.cache/ratchetr/tsbuildinfo',
      ],
      config: (path) => ['-p', path],
    }),
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
