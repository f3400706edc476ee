import { tableIn, textListIn } from '#base/data.ts';
import { listProjectCommands, writeCommand } from './commands/project-commands.ts';
import { unknownPart } from './commands/shell-words.ts';
import type { BareCommand } from './commands/unwrap-runner.ts';
import { type Detection, findEvidence } from './evidence.ts';
import { findUpward, type RepositoryFacts, upward, within } from './facts.ts';

type CargoCommand = 'check' | 'clippy' | 'fmt' | 'test';

/**
 * What the project itself passes to a command of cargo, as far as it says what is judged; undefined: it has no such
 * command. Of several the widest is meant.
 */
export function findCargoArgs(
  facts: RepositoryFacts,
  root: string,
  command: CargoCommand,
): readonly string[] | undefined {
  const found = listProjectCommands(facts).flatMap((one) => {
    const words = one.root === root ? argsOf(one, command) : undefined;
    const args = words === undefined ? undefined : keepArgs(words, command);
    return args === undefined ? [] : [args];
  });
  return found.toSorted((one, other) => breadthOf(other) - breadthOf(one))[0];
}

/** The words after the command, where it is this one and its toolchain that of the project. */
function argsOf({ tool, args }: BareCommand, command: CargoCommand): readonly string[] | undefined {
  if (tool !== 'cargo') return undefined;
  const own = args[0] === '+stable' ? args.slice(1) : args;
  const words = starts[command].find((start) => start.every((word, index) => own[index] === word));
  return words === undefined ? undefined : own.slice(words.length);
}

/** Variables by which a caller sets up Rust. */
export const rustVariables = [
  'CARGO_HOME',
  'CC',
  'CXX',
  'LD_LIBRARY_PATH',
  'PKG_CONFIG_PATH',
  'RUSTFLAGS',
  'RUSTUP_HOME',
  'RUSTUP_TOOLCHAIN',
];

/** Whether a root is a package or a workspace of cargo. */
export function detectCargo({ files }: RepositoryFacts, root: string): Detection {
  const manifest = within(root, 'Cargo.toml');
  if (!files.has(manifest)) {
    return { kind: 'absent', because: 'there is no Cargo.toml', noSign: true };
  }
  return { kind: 'present', because: `${manifest} is there`, at: root };
}

/**
 * Whether a root is tested by cargo. A module of Python is linked against its interpreter alone, so many of them cannot
 * be, and are tested from Python.
 */
export function detectCargoTests(facts: RepositoryFacts, root: string): Detection {
  const project = detectCargo(facts, root);
  const manifest = upward(root)
    .map((folder) => within(folder, 'pyproject.toml'))
    .find((path) => isBuiltByCargo(facts.manifests.get(path)));
  const isTested = listProjectCommands(facts).some((one) => argsOf(one, 'test') !== undefined);
  if (project.kind === 'absent' || manifest === undefined || isTested) return project;
  const because = `${manifest} makes it a module of Python, and no command of the project tests it by cargo`;
  return { kind: 'absent', because };
}

function isBuiltByCargo(manifest: unknown): boolean {
  return textListIn(manifest, 'build-system', 'requires').some((one) =>
    /^(?:maturin|setuptools-rust)\b/i.test(one),
  );
}

/** Whether the project formats with the rustfmt of its toolchain, and not with that of another. */
export function detectRustfmt(facts: RepositoryFacts, root: string): Detection {
  const files = ['rustfmt.toml', '.rustfmt.toml'];
  const otherwise = 'no rustfmt.toml and no command of the project that starts it was found';
  const found = findToolSigns(facts, root, {
    files,
    word: /^(?:cargo fmt|rustfmt|fmt)\b/,
    otherwise,
  });
  if (found.kind === 'absent' || findCargoArgs(facts, root, 'fmt') !== undefined) return found;
  const own = findUpward(facts, root, files);
  const isPinned = findUpward(facts, root, ['rust-toolchain.toml', 'rust-toolchain']) !== undefined;
  const option = Object.keys(tableIn(facts.manifests.get(own ?? ''))).find(
    (name) => !stableOptions.has(name),
  );
  if (option === undefined || isPinned) return found;
  return {
    kind: 'absent',
    because: `${own} has ${option}, which counts with a nightly rustfmt alone`,
  };
}

const stableOptions = new Set(
  'array_width attr_fn_like_width chain_width disable_all_formatting edition fn_call_width fn_params_layout force_explicit_abi hard_tabs match_arm_leading_pipes match_block_trailing_comma max_width merge_derives newline_style print_misformatted_file_names remove_nested_parens reorder_imports reorder_modules short_array_element_width_threshold single_line_if_else_max_width single_line_let_else_max_width struct_lit_width struct_variant_width style_edition tab_spaces use_field_init_shorthand use_small_heuristics use_try_shorthand'.split(
    ' ',
  ),
);

/** Whether the project lints with clippy; many do not, and all of them could. */
export function detectClippy(facts: RepositoryFacts, root: string): Detection {
  const project = detectCargo(facts, root);
  if (project.kind === 'absent') return project;
  if (setsClippyLints(facts, root)) {
    return { kind: 'present', because: `${within(root, 'Cargo.toml')} configures it`, at: root };
  }
  const otherwise =
    'no clippy.toml, no lints of clippy in Cargo.toml and no command of the project that starts it was found';
  return findToolSigns(facts, root, {
    files: ['clippy.toml', '.clippy.toml'],
    word: /\bclippy\b/,
    otherwise,
  });
}

interface ToolSigns {
  readonly files: readonly string[];
  /** In a command of the project. */
  readonly word: RegExp;
  readonly otherwise: string;
}

/** Whether the project configures a tool, or starts it somewhere. */
function findToolSigns(
  facts: RepositoryFacts,
  root: string,
  { files, word, otherwise }: ToolSigns,
): Detection {
  const project = detectCargo(facts, root);
  if (project.kind === 'absent') return project;
  const found = findEvidence(facts, root, { files, otherwise });
  if (found.kind === 'present') return { ...found, at: root };
  const command = listProjectCommands(facts).find((one) => word.test(writeCommand(one)));
  if (command === undefined) return found;
  return { kind: 'present', because: `${command.at} starts it`, at: root };
}

function setsClippyLints({ manifests }: RepositoryFacts, root: string): boolean {
  const data = manifests.get(within(root, 'Cargo.toml'));
  return [
    ['lints', 'clippy'],
    ['workspace', 'lints', 'clippy'],
  ].some((keys) => Object.keys(tableIn(data, ...keys)).length > 0);
}

/**
 * What a tool of cargo gets to read beside its arguments: a lock file that is missing cargo writes, so it then works on a
 * copy of all but what it built.
 */
export function copiedForCargo(args: readonly string[]): { readonly copies?: RegExp } {
  return args.includes('--locked') ? {} : { copies: /(?<!\.(?:rlib|rmeta|o|d|so|a|dylib))$/ };
}

/** Cargo writes the lock file anew where it does not fit, which no check may. */
export function lockedArgs({ files }: RepositoryFacts, root: string): readonly string[] {
  return files.has(within(root, 'Cargo.lock')) ? ['--locked'] : [];
}

const starts: Readonly<Record<CargoCommand, readonly (readonly string[])[]>> = {
  check: [['check'], ['build']],
  clippy: [['clippy']],
  fmt: [['fmt']],
  test: [['test'], ['nextest', 'run']],
};

const kept = /^--(?:workspace|all|all-features|all-targets|tests|benches|examples)$/;
const keptWithValue = /^(?:--features|-F|--exclude)$/;
/** A line with one of these is about a part, another target or nothing that is judged. */
const narrow =
  /^(?:-p|--package|--manifest-path|--target|--doc|--docs|--lib|--bins?|--test|--bench|--example|--no-run|--no-default-features|--help|--fix)(?:=|$)/;

/** undefined: the line is about less than the project. */
function keepArgs(words: readonly string[], command: CargoCommand): readonly string[] | undefined {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  if (own.some((word) => narrow.test(word) || word.includes(unknownPart))) return undefined;
  const args = own.flatMap((word, index) => {
    if (kept.test(word) || /^--(?:features|exclude)=/.test(word)) return [word];
    const value = own[index + 1];
    return keptWithValue.test(word) && value !== undefined ? [word, value] : [];
  });
  const lints = command === 'clippy' && end >= 0 ? keepLints(words.slice(end + 1)) : [];
  return [...args, ...(lints.length > 0 ? ['--', ...lints] : [])];
}

/** Levels of lints, whose names may be words of their own. */
function keepLints(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, index) => /^-[ADFW]/.test(word) || /^-[ADFW]$/.test(words[index - 1] ?? ''),
  );
}

function breadthOf(args: readonly string[]): number {
  const holds = (...words: readonly string[]): number =>
    words.some((word) => args.includes(word)) ? 1 : 0;
  return 4 * holds('--all-features') + 2 * holds('--workspace', '--all') + holds('--all-targets');
}
