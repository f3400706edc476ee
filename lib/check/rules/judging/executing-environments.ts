import type { ExecutingFiles } from './executing-row.ts';

/** What is executed when people commit. */
const onCommit: readonly ExecutingFiles[] = [
  onCommitBy('Husky', '**/.husky/**', '**/.huskyrc*'),
  onCommitBy('lefthook', '**/{,.}lefthook{,-local}.{yml,yaml,toml,json}', '.lefthook/**'),
  onCommitBy('pre-commit', '**/.pre-commit-{config,hooks}.{yml,yaml}', '**/prek.toml'),
  onCommitBy('git', '{.githooks,.git-hooks,githooks,git-hooks,.hooks}/**'),
  onCommitBy('lint-staged', '**/.lintstagedrc*', '**/{,.}lint-staged.config.*'),
  onCommitBy('simple-git-hooks', '**/{,.}simple-git-hooks.{js,cjs,mjs,json}'),
  onCommitBy('commitlint or Overcommit', '**/{,.}commitlint{rc*,.config.*}', '**/.overcommit.yml'),
];

/** What package managers, compilers and editors execute or obey when a project is installed, built or opened. */
const onInstall: readonly ExecutingFiles[] = [
  {
    by: 'npm, pnpm, Yarn or Bun',
    class: 'hook',
    judges: 'node',
    globs: [
      '**/.npmrc',
      '**/.yarnrc{,.yml,.yaml}',
      '**/.yarn/{releases,plugins,sdks}/**',
      '**/{,.}pnpmfile.{cjs,mjs,js}',
      '**/bunfig.toml',
      '**/binding.gyp',
    ],
  },
  { by: 'pnpm', class: 'tool', judges: 'node', globs: ['**/pnpm-workspace.{yml,yaml}'] },
  onMachines('package managers that patch', '**/.yarn/patches/**', '**/patches/*.patch'),
  {
    by: 'pip or uv',
    class: 'tool',
    judges: 'python',
    globs: ['**/pip.{conf,ini}', '**/uv.toml', '**/.pypirc'],
  },
  {
    by: 'an installation of the project',
    class: 'hook',
    judges: 'python',
    globs: [
      '**/setup.py',
      '**/hatch_build.py',
      '**/{,_}build_backend.py',
      '**/{,_}custom_build.py',
    ],
  },
  {
    by: 'cargo',
    class: 'hook',
    judges: 'rust',
    globs: ['**/.cargo/config{,.toml}', '**/build.rs'],
  },
  {
    by: 'version managers',
    class: 'tool',
    judges: 'all',
    globs: [
      '**/{,.}mise{,.*}.toml',
      '**/.{mise,config/mise,rtx}/**',
      '**/.tool-versions',
      '**/rust-toolchain{,.toml}',
    ],
  },
  {
    by: 'make, just or Task',
    class: 'configuration',
    judges: 'mentioned',
    globs: ['**/{GNUm,M,m}akefile', '**/*.mk', '**/{,.}{J,j}ustfile', '**/{T,t}askfile.{yml,yaml}'],
  },
  onMachines(
    'Gradle or Maven',
    '**/gradle/wrapper/**',
    '**/{gradlew,mvnw}{,.bat,.cmd}',
    '**/.mvn/**',
    '**/init.gradle{,.kts}',
  ),
  onMachines('Ruby', '**/*.gemspec', '**/extconf.rb', '**/.bundle/config'),
  onMachines('Bazel', '**/.bazelrc', '**/.bazelversion', '**/tools/bazel'),
  onMachines(
    'container builds',
    '**/{Docker,Container}file{,.*}',
    '**/*.{D,d}ockerfile',
    '**/docker-bake.{hcl,json}',
    '**/{,docker-}compose{,.*,-*}.{yml,yaml}',
  ),
  onMachines('development containers', '**/.devcontainer/**', '**/.devcontainer.json'),
  onMachines(
    'cloud editors',
    '.gitpod.{yml,yaml,Dockerfile}',
    '.idx/**',
    '.replit',
    '.codesandbox/**',
  ),
  onMachines('editors', '**/.vscode/{tasks,launch,settings,extensions}.json', '**/.idea/**'),
  onMachines('direnv', '**/.envrc'),
  onMachines('Nix', '**/{flake,shell,devenv}.nix', '**/devbox.json'),
  onMachines('git', '**/.git{modules,attributes}', '**/.lfsconfig'),
];

/** Beside continuous integration: on the machines of people, and wherever the project is installed. */
export const executedOnMachines: readonly ExecutingFiles[] = [...onCommit, ...onInstall];

function onCommitBy(by: string, ...globs: readonly string[]): ExecutingFiles {
  return { by, class: 'commit-hook', judges: 'mentioned', globs };
}

/** It has no say in how the code is judged here. */
function onMachines(by: string, ...globs: readonly string[]): ExecutingFiles {
  return { by, class: 'hook', judges: 'nothing', globs };
}
