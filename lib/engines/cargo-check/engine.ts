import { textListIn } from '#base/data.ts';
import { cargoProbes } from '#check/rules/outcome/cargo-ends.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import type { Detection } from '#check/rules/repository/evidence.ts';
import type { RepositoryFacts } from '#check/rules/repository/facts.ts';
import {
  copiedForCargo,
  detectCargo,
  detectClippy,
  findCargoArgs,
  lockedArgs,
} from '#check/rules/repository/cargo.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import { allowedLints, cargoCouldNotBegin, needsNightly, notBuilt, ofRust } from '../compiled.ts';
import type { Engine } from '../contract.ts';
import { parseCargoCheckReport } from './report.ts';

const catalog: ExitCatalog = {
  report: 'always',
  rules: [
    { code: 0, report: ['valid-empty'], category: 'success', why: 'All of it compiles.' },
    needsNightly,
    cargoCouldNotBegin,
  ],
  probes: [...cargoProbes, notBuilt],
};

/** cargo check, for projects that do not lint with clippy: what keeps the code from being compiled. */
export const cargoCheck: Engine = {
  ...ofRust,
  id: 'cargo-check',
  title: 'cargo check',
  scope: 'whole-program',
  program: { kind: 'binary', name: 'cargo', of: 'machine' },
  versionArgs: ['--version'],
  versionPattern: /^cargo (\S+)/m,
  detect,
  changed: 'filter',
  native: (facts, { root }) => ({
    args: [...lockedArgs(facts, root), ...(findCargoArgs(facts, root, 'check') ?? [])],
  }),
  suppressions: [allowedLints],
  tasks: byFile,
  validation: (input) =>
    recheckAll(cargoCheck.program, input, {
      args: ['check', ...textListIn(input.plan.native, 'args')],
      config: () => [],
    }),
  parse: parseCargoCheckReport,
  check: {
    catalog,
    spec: ({ plan }) => ({
      args: ['check', '--message-format=json', ...textListIn(plan.native, 'args'), ...plan.args],
      env: {},
      reports: {},
      ...copiedForCargo(textListIn(plan.native, 'args')),
    }),
  },
};

function detect(facts: RepositoryFacts, root: string): Detection {
  const found = detectCargo(facts, root);
  const hasClippy = facts.programs?.has('cargo-clippy') !== false;
  if (found.kind === 'absent' || !hasClippy || detectClippy(facts, root).kind === 'absent')
    return found;
  return { kind: 'absent', because: 'clippy tells all that it would' };
}
