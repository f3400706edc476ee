import { unknownPart } from './shell-words.ts';

/** A program and what it is given, without what only starts it. */
export interface BareCommand {
  readonly tool: string;
  readonly args: readonly string[];
}

/** Takes away what stands before the program: variables, words of the shell, and what runs it in an environment. */
export function unwrapRunner(words: readonly string[]): BareCommand | undefined {
  const [first = '', ...rest] = words;
  if (first === '') return undefined;
  if (/^\w+=/.test(first) || ofShell.has(first)) return unwrapRunner(rest);
  const name = programName(first);
  const inner = innerCommand(name, rest);
  if (inner !== undefined) return unwrapRunner(inner);
  return { tool: name === 'py.test' ? 'pytest' : name, args: rest };
}

const ofShell = new Set(
  '- @ if then else elif do while ! { exec time env sudo command nice cross-env'.split(' '),
);

/** Environments and variables may stand before it, and signs of make and tox. */
function programName(word: string): string {
  const bare = word.replace(/^[@+-]+/, '');
  const name = bare.slice(bare.lastIndexOf('/') + 1).replace(/\.exe$/i, '');
  const known = name.slice(name.lastIndexOf(unknownPart) + 1);
  return /^(?:python|pypy)[\d.]*$/.test(known) ? 'python' : known;
}

/** What a runner runs; undefined: it is none, or runs nothing. */
function innerCommand(name: string, args: readonly string[]): readonly string[] | undefined {
  if (name === 'python') return moduleOf(args);
  if (name === 'node') return installedScriptOf(args);
  if (name === 'coverage' && args[0] === 'run') return moduleOf(args.slice(1));
  const runner = runners.find((one) => one.names.includes(name));
  if (runner === undefined) return undefined;
  const own = afterOptions(args, runner.valued);
  const [first = '', ...rest] = own;
  if (runner.words.includes(first)) return afterOptions(rest, runner.valued);
  return runner.bare === true && !runner.never?.includes(first) ? own : undefined;
}

interface Runner {
  readonly names: readonly string[];
  /** What stands before the command. */
  readonly words: readonly string[];
  /** Options that take the next word. */
  readonly valued: RegExp;
  /** Without such a word it runs a command, too. */
  readonly bare?: boolean;
  /** Unless that is one of these. */
  readonly never?: readonly string[];
}

const ofUv =
  /^(?:--(?:with(?:-\w+)*|group|extra|no-group|only-group|python|from|package|env-file|index|index-url)|-p)$/;

const runners: readonly Runner[] = [
  { names: ['uv'], words: ['run'], valued: ofUv },
  { names: ['uvx'], words: [], valued: ofUv, bare: true },
  { names: ['pipx'], words: ['run'], valued: /^--(?:spec|python)$/ },
  { names: ['poetry', 'pdm', 'pipenv', 'rye', 'pixi'], words: ['run'], valued: /^-[ep]$/ },
  { names: ['hatch'], words: ['run'], valued: /^-e$/ },
  { names: ['npx', 'bunx'], words: [], valued: /^(?:-p|--package)$/, bare: true },
  { names: ['npm'], words: ['exec', 'x'], valued: /^--package$/ },
  {
    names: ['pnpm', 'yarn', 'bun'],
    words: ['exec', 'dlx', 'x', 'run'],
    valued: /^(?:--filter|-F|--package)$/,
    bare: true,
    never: ['add', 'install', 'i', 'link', 'publish', 'pack', 'test', 'workspace', 'workspaces'],
  },
  {
    names: ['c8', 'nyc'],
    words: [],
    valued: /^(?:-[rnox]|--(?:reporter|include|exclude))$/,
    bare: true,
  },
];

function afterOptions(args: readonly string[], valued: RegExp): readonly string[] {
  const [first = ''] = args;
  if (first === '--') return args.slice(1);
  if (!first.startsWith('-')) return args;
  return afterOptions(args.slice(valued.test(first) ? 2 : 1), valued);
}

/** `node --some-option node_modules/eslint/bin/eslint.js` is eslint; other scripts are no tool that is known. */
function installedScriptOf(args: readonly string[]): readonly string[] | undefined {
  const at = args.findIndex((arg) => /(?:^|\/)node_modules\//.test(arg));
  // After a script, it is an argument of that.
  if (at < 0 || args.slice(0, at).some((arg) => /^[^-].*\.[cm]?[jt]s$/.test(arg))) return undefined;
  const script = args[at] ?? '';
  return [
    script.slice(script.lastIndexOf('/') + 1).replace(/\.[cm]?js$/, ''),
    ...args.slice(at + 1),
  ];
}

function moduleOf(args: readonly string[]): readonly string[] | undefined {
  const at = args.indexOf('-m');
  // After a script, it is an option of that.
  const isOfScript = args.slice(0, Math.max(0, at)).some((word) => word.endsWith('.py'));
  return at < 0 || isOfScript ? undefined : args.slice(at + 1);
}
