import type { ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { rustVariables } from '#check/rules/repository/cargo.ts';
import { goVariables } from '#check/rules/repository/go.ts';
import type { Engine } from './contract.ts';

const wholeModule = { sections: [], reads: 'repository', nested: 'apart' } as const;

/** What engines have in common that judge modules of Go. */
export const ofGo = {
  ...wholeModule,
  judges: /\.go$/,
  configNames: ['go.mod', 'go.sum', 'go.work'],
  // What builds it starts compilers and programs that the module names.
  loads: 'everything',
  inherits: goVariables,
} as const satisfies Partial<Engine>;

/** The program `go` itself. */
export const goProgram = {
  versionArgs: ['version'],
  versionPattern: /^go version go(\S+)/m,
} as const satisfies Partial<Engine>;

/** What engines have in common that judge packages of Rust. */
export const ofRust = {
  ...wholeModule,
  judges: /\.rs$/,
  configNames: ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml'],
  loads: 'everything',
  inherits: rustVariables,
} as const satisfies Partial<Engine>;

/** What is silenced of the compiler of Rust. */
export const allowedLints = String.raw`#!?\[\s*(?:cfg_attr\([^\]]*,\s*)?(?:allow|expect)\(`;

/** It told nothing of the code, however it ended. */
function couldNotBegin(tool: string, manifest: string): ExitRule {
  return {
    code: '*',
    report: ['valid-empty', 'empty', 'unparseable'],
    category: 'tool_failure',
    reason: 'CONFIG_INVALID',
    why: `${tool} could not begin; correct ${manifest} that its standard error names.`,
  };
}

export const goCouldNotBegin = (tool: string): ExitRule =>
  couldNotBegin(tool, 'the go.mod, the package or the argument');
export const cargoCouldNotBegin = couldNotBegin('cargo', 'the Cargo.toml or the argument');

/** Some code is for another compiler than the one that is here. */
export const needsNightly: ExitRule = {
  code: 101,
  report: ['valid-empty'],
  category: 'success',
  completeness: 'partial',
  why: 'Some of it needs a nightly toolchain and was not judged.',
};

export const notBuilt: Probe = {
  id: 'not-built',
  stream: 'stdout',
  pattern: '^{"reason":"build-finished","success":false}',
  effect: 'partial',
  remedy: 'What depends on a package with an error was not judged.',
};

export function noGoPackages(verb: 'test' | 'vet'): Probe {
  return {
    id: 'no-packages',
    stream: 'stderr',
    pattern: `^no packages to ${verb}$`,
    effect: 'no-input',
    remedy: 'No package of Go is in its scope; see whether it names what it should.',
  };
}
