import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { detectGoModule, packagePatterns } from '#check/rules/repository/go.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import { goCouldNotBegin, goProgram, noGoPackages, ofGo } from '../compiled.ts';
import type { Engine } from '../contract.ts';
import { parseGoVetReport } from './report.ts';

const catalog: ExitCatalog = {
  report: 'always',
  rules: [
    { code: 0, report: ['valid-empty'], category: 'success', why: 'go vet has nothing to say.' },
    {
      code: 1,
      report: ['valid-findings'],
      category: 'diagnostic',
      completeness: 'partial',
      why: 'Some packages do not compile, so go vet judged the others alone.',
    },
    goCouldNotBegin('go vet'),
  ],
  probes: [noGoPackages('vet')],
};

const files = { names: /\.go$/, what: 'no file of Go belongs to it' };

/** go vet, which looks for mistakes that compile. It judges whole packages, with their tests. */
export const goVet: Engine = {
  ...ofGo,
  ...goProgram,
  id: 'go-vet',
  title: 'go vet',
  scope: 'whole-program',
  program: { kind: 'binary', name: 'go', of: 'machine' },
  detect: (facts, root) => detectGoModule(facts, root, files),
  judges: /\.(?:go|s)$/,
  changed: 'filter',
  suppressions: [String.raw`//\s*nolint\b`, String.raw`^//go:build\s+ignore\b`],
  tasks: byFile,
  validation: (input) =>
    recheckAll(goVet.program, input, {
      args: ['vet'],
      config: () => [],
      paths: packagePatterns(input.plan.scope),
    }),
  parse: parseGoVetReport,
  check: {
    catalog,
    spec: ({ plan }) => ({
      args: ['vet', '-json', ...plan.args, ...packagePatterns(plan.scope)],
      env: {},
      reports: {},
    }),
  },
};
