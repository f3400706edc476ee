import { join } from 'node:path';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';

const repairer = join(import.meta.dirname, '../../fixtures/programs/repair-words.mjs');

/** The command of an agent that repairs the words of its task. */
export function wordAgent(...args: readonly string[]): readonly string[] {
  return [process.execPath, repairer, ...args];
}

/** An agent that is a program of its own for some files, and repairs the others as it should. */
export function exceptFor(
  programs: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const branches = Object.entries(programs).map(
    ([file, program]) => `*'"files":["${file}"]'*) set -- ${program.map(quoted).join(' ')} ;;`,
  );
  const choose = ['request=$(cat)', 'case "$request" in', ...branches, 'esac'];
  // In the place of the shell, so that signals reach the program alone.
  const become = [
    'told=$(mktemp)',
    String.raw`printf '%s\n' "$request" >"$told"`,
    'exec "$@" <"$told"',
  ];
  const script = [...choose, ...become].join('\n');
  return ['sh', '-c', script, 'sh', ...wordAgent()];
}

function quoted(word: string): string {
  return `'${word}'`;
}

export interface Words {
  readonly files?: Readonly<Record<string, string>>;
  readonly agent?: readonly string[];
  /** Settings over those that are usual here. */
  readonly config?: object;
}

/** Two files that each have one word too many. */
export const twoFiles = {
  'src/a.txt': 'one\nBAD two\nthree\n',
  'src/b.txt': 'four\nBAD five\nsix\n',
};

/** A small repository in which an engine finds the word BAD, by real processes that take no time. */
export async function plantWords({
  files = twoFiles,
  agent = wordAgent(),
  config = {},
}: Words = {}): Promise<GitRepository> {
  return gitRepository({
    ...files,
    'ratchetr.yaml': JSON.stringify(settings(agent, config), null, 2),
  });
}

function settings(agent: readonly string[], config: object): object {
  return {
    version: 1,
    engines: { words: finder('BAD') },
    agents: { order: ['command'], settings: { command: { command: agent } } },
    retry: { maxAttempts: 1, backoff: { initial: '10ms', factor: 1, max: '10ms' } },
    ...config,
  };
}

/** An engine for which each line with this word is a finding. */
export function finder(word: string): object {
  return {
    from: 'command',
    paths: ['src'],
    options: {
      // grep ends with 1 where it finds nothing.
      command: ['sh', '-c', `grep -rn ${word} "$@"; test $? -eq 1`, 'sh'],
      report: {
        from: 'stdout',
        pattern: `^(?<path>[^:]+):(?<line>\\d+):.*?(?<message>(?<rule>${word}).*)$`,
      },
    },
  };
}
