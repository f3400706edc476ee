/** One job of the sample's continuous integration: it passes where all of its commands end with 0. */
export interface Job {
  readonly name: string;
  readonly commands: readonly (readonly [string, ...string[]])[];
}

const node = process.execPath;

const typescript: readonly Job[] = [
  {
    name: 'typescript-lint',
    commands: [[node, 'node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  },
  { name: 'typescript-types', commands: [[node, 'node_modules/typescript/bin/tsc']] },
  { name: 'typescript-tests', commands: [[node, 'node_modules/vitest/vitest.mjs', 'run']] },
  { name: 'readme', commands: [[node, 'scripts/check-readme.mjs']] },
];

const python: readonly Job[] = [
  { name: 'python-lint', commands: [['.venv/bin/ruff', 'check', '.']] },
  { name: 'python-types', commands: [['.venv/bin/mypy', '.']] },
  { name: 'python-tests', commands: [['.venv/bin/pytest', '-q']] },
];

/** The jobs of the sample, with those of its Python half where its tools are there. */
export function jobsOf(tools: { readonly python: string | undefined }): readonly Job[] {
  return tools.python === undefined ? typescript : [...python, ...typescript];
}
