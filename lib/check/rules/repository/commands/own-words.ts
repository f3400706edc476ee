import type { RepositoryFacts } from '../facts.ts';
import type { CommandShape } from './given-start.ts';
import { listProjectCommands } from './project-commands.ts';
import { unknownPart } from './shell-words.ts';

export interface OwnWords extends Pick<CommandShape, 'valued' | 'besides'> {
  /** Its names, the one that is meant first. */
  readonly tools: readonly [string, ...string[]];
  /** An option without which such a command changes files in place of judging them; absent: it always judges. */
  readonly checks?: RegExp;
}

/** What the project's own command hands to a tool that takes patterns, and who says so; hooks of commits do not count. */
export function findOwnWords(
  facts: RepositoryFacts,
  root: string,
  { tools, valued, besides, checks }: OwnWords,
): { readonly words: readonly string[]; readonly at: string } | undefined {
  const command = listProjectCommands(facts).find(
    ({ args, isHook, ...one }) =>
      tools.includes(one.tool) &&
      one.root === root &&
      isHook !== true &&
      (checks === undefined || args.some((arg) => checks.test(arg))) &&
      !args.some((arg) => arg.includes(unknownPart)),
  );
  if (command === undefined) return undefined;
  const words: string[] = [];
  const rest = command.args.values();
  for (const word of rest) {
    const value = valued.test(word) ? rest.next().value : undefined;
    if (!besides.test(word)) words.push(word, ...(value === undefined ? [] : [value]));
  }
  return { words, at: command.at };
}
