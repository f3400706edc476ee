import { tableIn, valueIn } from '#base/data.ts';
import { unknownPart } from './shell-words.ts';

/** What one place says to run: a text for a shell, or words as they are. */
export interface TaskText {
  /** What names the place in its file: a section, a script, a hook. */
  readonly name: string;
  readonly run: string | readonly string[];
}

/** The environments of tox, from an INI file. */
export function readToxIni(data: unknown): readonly TaskText[] {
  return Object.entries(tableIn(data)).flatMap(([section, values]) => {
    if (!/^testenv(?::|$)/.test(section)) return [];
    return ['commands_pre', 'commands', 'commands_post'].flatMap((key) => {
      const text = valueIn(values, key);
      if (typeof text !== 'string') return [];
      // A line may be for some environments alone.
      const run = fillIn(text.replaceAll(/^[ \t]*-?[ \t]*[\w.{},!-]+:[ \t]+/gm, ''));
      return [{ name: `[${section}]`, run }];
    });
  });
}

/** The same from TOML, where each command is a list of words. */
export function readToxToml(data: unknown): readonly TaskText[] {
  const environments = [
    ['env_run_base', valueIn(data, 'env_run_base')] as const,
    ...Object.entries(tableIn(data, 'env')).map(([name, env]) => [`env.${name}`, env] as const),
  ];
  return environments.flatMap(([name, env]) => {
    const commands = valueIn(env, 'commands');
    if (!Array.isArray(commands)) return [];
    return commands.flatMap((one: unknown) =>
      Array.isArray(one) ? [{ name: `[${name}]`, run: one.flatMap(toxWord) }] : [],
    );
  });
}

/** What stands for the arguments of the caller is empty, but for its default. */
function toxWord(word: unknown): readonly string[] {
  if (typeof word === 'string') return [fillIn(word)];
  if (valueIn(word, 'replace') !== 'posargs') return [unknownPart];
  const usual = valueIn(word, 'default');
  return Array.isArray(usual) ? usual.flatMap(toxWord) : [];
}

/** Scripts of pyproject.toml, whatever runs them. */
export function readPyprojectTasks(data: unknown): readonly TaskText[] {
  const tool = tableIn(data, 'tool');
  const tables: readonly (readonly [string, unknown])[] = [
    ['tool.pdm.scripts', valueIn(tool, 'pdm', 'scripts')],
    ['tool.poe.tasks', valueIn(tool, 'poe', 'tasks')],
    ['tool.rye.scripts', valueIn(tool, 'rye', 'scripts')],
    ['tool.taskipy.tasks', valueIn(tool, 'taskipy', 'tasks')],
  ];
  const legacy = valueIn(tool, 'tox', 'legacy_tox_ini');
  return [
    ...readToxToml(valueIn(tool, 'tox')).map(({ name, run }) => ({
      name: `tool.tox ${name}`,
      run,
    })),
    ...(typeof legacy === 'string' ? [{ name: 'tool.tox', run: fillIn(legacy) }] : []),
    ...readHatch(valueIn(tool, 'hatch'), 'tool.hatch.'),
    ...tables.flatMap(([name, table]) => readScripts(name, table)),
  ];
}

/** Scripts of the environments of hatch, which may stand in a file of their own. */
export function readHatch(data: unknown, above = ''): readonly TaskText[] {
  return Object.entries(tableIn(data, 'envs')).flatMap(([name, env]) =>
    readScripts(`${above}envs.${name}.scripts`, valueIn(env, 'scripts')),
  );
}

function readScripts(name: string, table: unknown): readonly TaskText[] {
  return Object.entries(tableIn(table)).flatMap(([script, value]) =>
    readScript(value).map((run) => ({ name: `[${name}] ${script}`, run })),
  );
}

function readScript(value: unknown): readonly TaskText['run'][] {
  if (typeof value === 'string') return [fillIn(value)];
  if (Array.isArray(value)) return value.flatMap(readScript);
  const command = valueIn(value, 'cmd');
  if (Array.isArray(command)) return [command.flatMap(toxWord)];
  return ['cmd', 'shell', 'sequence', 'composite'].flatMap((key) => {
    const inner = valueIn(value, key);
    return inner === undefined ? [] : readScript(inner);
  });
}

/** Names in braces, as tox and hatch write them: what the caller adds is nothing, but for its default. */
function fillIn(text: string): string {
  return text
    .replaceAll(/\{(?:posargs|args|env:\w+):?((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
    .replaceAll(/\{(?:toxinidir|tox_root|root)\}/g, '.')
    .replaceAll(/\{envpython\}/g, 'python')
    .replaceAll(/\{(?:env_bin_dir|envbindir)\}/g, 'bin')
    .replaceAll('{/}', '/')
    .replaceAll(/\{[^{}\s]+\}/g, unknownPart);
}
