import { textListIn, valueIn } from '#base/data.ts';
import { splitCommands } from './shell-words.ts';
import { type BareCommand, unwrapRunner } from './unwrap-runner.ts';

interface HookCommand extends BareCommand {
  readonly at: string;
  readonly isHook: true;
  readonly leaves?: string;
}

/** What pre-commit runs, with the folders that its hooks are for where they are plain. */
export function readHooks(data: unknown): readonly HookCommand[] {
  const repos = valueIn(data, 'repos');
  if (!Array.isArray(repos)) return [];
  return repos.flatMap((repo: unknown) => {
    const hooks = valueIn(repo, 'hooks');
    return Array.isArray(hooks)
      ? hooks.flatMap((hook) => readHook(hook, valueIn(repo, 'repo')))
      : [];
  });
}

function readHook(hook: unknown, repo: unknown): readonly HookCommand[] {
  const id = valueIn(hook, 'id');
  if (typeof id !== 'string') return [];
  const entry = valueIn(hook, 'entry');
  const own = typeof entry === 'string' ? splitCommands(entry)[0] : undefined;
  const command = unwrapRunner(own ?? (entries[id]?.split(' ') || [id]));
  if (command === undefined) return [];
  const [files, leaves] = [valueIn(hook, 'files'), valueIn(hook, 'exclude')];
  // Where it is handed no files, these only say when it runs.
  const isHandedFiles = valueIn(hook, 'pass_filenames') !== false;
  const folders = isHandedFiles && typeof files === 'string' ? readFolders(files) : [];
  const args = [...command.args, ...argsOf(hook, id, repo), ...folders];
  return [
    {
      tool: command.tool,
      args,
      at: id,
      isHook: true,
      ...(isHandedFiles && typeof leaves === 'string' && { leaves }),
    },
  ];
}

function argsOf(hook: unknown, id: string, repo: unknown): readonly string[] {
  if (Array.isArray(valueIn(hook, 'args'))) return textListIn(hook, 'args');
  const usual = usualArgs.find(({ of, id: own }) => id === own && of.test(String(repo)));
  return usual?.args ?? [];
}

/** What published hooks give their tools where a configuration does not say otherwise. */
const usualArgs = [
  {
    id: 'mypy',
    of: /\/mirrors-mypy(?:\.git)?\/?$/,
    args: ['--ignore-missing-imports', '--scripts-are-modules'],
  },
] as const;

/** What hooks of a name that is not that of their tool begin with. */
const entries: Readonly<Record<string, string>> = {
  'biome-check': 'biome check',
  'biome-lint': 'biome lint',
  ruff: 'ruff check',
  'ruff-check': 'ruff check',
  'ruff-format': 'ruff format',
};

/** `^(src|tests)/` and the like; of other patterns nothing is known. */
function readFolders(pattern: string): readonly string[] {
  const plain = pattern.replace(/^\(\?x\)/, '').replaceAll(/\s/g, '');
  const [, all, tail] = /^\^?\(?(?:\?:)?([\w./|*\\-]+?)\)?(\/?(?:\.\*.*)?)\$?$/.exec(plain) ?? [];
  if (all === undefined) return [];
  const names = all
    .split('|')
    .map((one) => one.replace(/\/?(?:\.\*)?$/, '').replaceAll('\\.', '.'));
  const arePlain = names.every((one) => /^[\w./-]+$/.test(one));
  return arePlain && (tail ?? '') !== '' ? names : [];
}
