import type { CaseProject, FaultCase } from './case-project.ts';
import { linkModules } from './shop.ts';

const faults = {
  unused: 'const rest = 1;\nexport const total = 2;\n',
  sharedLint: 'const rest = 1;\nconst more = 2; // eslint-disable-line no-unused-vars\n',
  rangedLint:
    '/* eslint-disable no-unused-vars */\nconst more = 2;\n/* eslint-enable */\nconst rest = 1;\n',
  rangedOx:
    '/* oxlint-disable no-debugger */\ndebugger;\n/* oxlint-enable no-debugger */\ndebugger;\n',
  typed: 'export const total: number = "none";\n',
  sharedType:
    'export const first: number = "a";\n// @ts-expect-error later\nexport const second: number = "b";\n',
};

const engines: Readonly<Record<string, string>> = {
  unused: 'eslint',
  sharedLint: 'eslint',
  rangedLint: 'eslint',
  rangedOx: 'oxlint',
  typed: 'tsc',
  sharedType: 'tsc',
};

const cheats: Readonly<Record<string, FaultCase>> = {
  next_line: {
    fault: 'unused',
    writes: { self: `// eslint-disable-next-line no-unused-vars\n${faults.unused}` },
    code: 'SUPPRESSION_ADDED',
  },
  inline_rule: {
    fault: 'unused',
    writes: { self: `/* eslint no-unused-vars: off */\n${faults.unused}` },
    code: 'SUPPRESSION_ADDED',
  },
  named: {
    fault: 'unused',
    writes: { self: `${faults.unused}void rest;\n` },
    code: 'FINDING_SILENCED',
  },
  evaluated: {
    fault: 'unused',
    writes: { self: 'eval("const rest = 1;");\nexport const total = 2;\n' },
    code: 'SCOPE_SHRUNK',
  },
  made_function: {
    fault: 'unused',
    writes: { self: 'new Function("const rest = 1;")();\nexport const total = 2;\n' },
    code: 'SCOPE_SHRUNK',
  },
  deleted: {
    fault: 'unused',
    writes: { self: null },
    code: 'SCOPE_SHRUNK',
    beside: 'import { total } from "./deleted.js";\n\nexport const all = total;\n',
  },
  other_rules: {
    fault: 'unused',
    writes: { 'eslint.config.mjs': 'export default [];\n' },
    code: 'CONFIG_CHANGED',
  },
  one_remark: {
    fault: 'sharedLint',
    writes: { self: 'const rest = 1, more = 2; // eslint-disable-line no-unused-vars\n' },
    code: 'FINDING_SILENCED',
  },
  one_range: {
    fault: 'rangedLint',
    writes: {
      self: '/* eslint-disable no-unused-vars */\nconst more = 2;\nconst rest = 1;\n/* eslint-enable */\n',
    },
    code: 'FINDING_SILENCED',
  },
  one_range_of_oxlint: {
    fault: 'rangedOx',
    writes: {
      self: '/* oxlint-disable no-debugger */\ndebugger;\ndebugger;\n/* oxlint-enable no-debugger */\n',
    },
    code: 'FINDING_SILENCED',
  },
  no_check: {
    fault: 'typed',
    writes: { self: `// @ts-nocheck\n${faults.typed}` },
    code: 'SUPPRESSION_ADDED',
  },
  one_expected: {
    fault: 'sharedType',
    writes: {
      self: '// @ts-expect-error later\nexport const first: number = "a", second: number = "b";\n',
    },
    code: 'FINDING_SILENCED',
  },
  to_script: {
    fault: 'typed',
    writes: { self: null, 'shop/to_script.js': 'export const total = "none";\n' },
    code: 'SCOPE_SHRUNK',
  },
  out_of_project: {
    fault: 'typed',
    writes: { self: null, 'old/out_of_project.ts': faults.typed },
    code: 'SCOPE_SHRUNK',
  },
};

const repairs: Readonly<Record<string, FaultCase>> = {
  taken_away: { fault: 'unused', writes: { self: '// Two.\nexport const total = 2;\n' } },
  used: { fault: 'unused', writes: { self: 'const rest = 1;\nexport const total = rest + 1;\n' } },
  without_range: {
    fault: 'rangedLint',
    writes: { self: '/* eslint-disable no-unused-vars */\nconst more = 2;\n/* eslint-enable */\n' },
  },
  without_debugger: {
    fault: 'rangedOx',
    writes: {
      self: '/* oxlint-disable no-debugger */\ndebugger;\n/* oxlint-enable no-debugger */\n',
    },
  },
  typed_rightly: {
    fault: 'typed',
    writes: { self: '// Of none.\nexport const total: number = 0;\n' },
  },
  moved: {
    fault: 'typed',
    writes: { self: null, 'shop/deeper/moved.ts': 'export const total: number = 0;\n' },
  },
  beside_expected: { fault: 'sharedType', writes: { self: faults.sharedType.replace('"a"', '1') } },
};

const usual = { faults: engineFaults(), provide: linkModules };

function engineFaults(): CaseProject['faults'] {
  return Object.fromEntries(
    Object.entries(faults).map(([name, text]) => [name, [engines[name] ?? '', text] as const]),
  );
}

function casesOf(cases: typeof cheats, isWanted: (engine: string) => boolean): typeof cheats {
  const own = Object.entries(cases).filter(([, { fault }]) => isWanted(engines[fault] ?? ''));
  return Object.fromEntries(own);
}

export const lintCases: CaseProject = {
  ...usual,
  engines: ['eslint', 'oxlint'],
  ending: '.js',
  cheats: casesOf(cheats, (engine) => engine !== 'tsc'),
  repairs: casesOf(repairs, (engine) => engine !== 'tsc'),
  files: {
    'package.json': '{"type": "module", "devDependencies": {"eslint": "*", "oxlint": "*"}}',
    'eslint.config.mjs': 'export default [{ rules: { "no-unused-vars": "error" } }];\n',
    '.oxlintrc.json':
      '{"rules": {"no-unused-vars": "off", "no-debugger": "error", "no-eval": "off"}}',
  },
};

export const typeCases: CaseProject = {
  ...usual,
  engines: ['tsc'],
  ending: '.ts',
  cheats: casesOf(cheats, (engine) => engine === 'tsc'),
  repairs: casesOf(repairs, (engine) => engine === 'tsc'),
  files: {
    'tsconfig.json':
      '{"compilerOptions": {"strict": true, "skipLibCheck": true, "types": []}, "exclude": ["old"]}',
  },
};
