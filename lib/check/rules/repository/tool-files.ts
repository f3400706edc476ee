/** Files by which tools are installed, found and started, as far as their names tell. */
const names = [
  String.raw`package\.json`,
  String.raw`(?:package-lock|npm-shrinkwrap)\.json`,
  String.raw`pnpm-(?:lock|workspace)\.yaml`,
  String.raw`\.pnpmfile\.c?js`,
  String.raw`yarn\.lock`,
  String.raw`bun\.lockb?`,
  String.raw`\.(?:npmrc|yarnrc|yarnrc\.yml|nvmrc|node-version|python-version|tool-versions)`,
  String.raw`pyproject\.toml`,
  String.raw`setup\.(?:py|cfg)`,
  String.raw`(?:uv|poetry|pdm|pylock)(?:\.\w+)?\.(?:lock|toml)`,
  String.raw`Pipfile(?:\.lock)?`,
  String.raw`(?:environment|conda-lock)\.ya?ml`,
  String.raw`(?:[\w.-]*requirements|constraints)[\w.-]*\.(?:txt|in)`,
  String.raw`tox\.ini`,
  String.raw`go\.(?:mod|sum|work|work\.sum)`,
  String.raw`Cargo\.(?:toml|lock)`,
  String.raw`rust-toolchain(?:\.toml)?`,
  String.raw`\.cargo/config(?:\.toml)?`,
  String.raw`\.?mise\.toml`,
  String.raw`\.pre-commit-config\.yaml`,
];
const known = new RegExp(String.raw`(?:^|/)(?:requirements/[^/]+\.(?:txt|in)|${names.join('|')})$`);

/** Whether a change of this file may change which tools there are, and how they are started. */
export function decidesTools(path: string): boolean {
  return known.test(path);
}
