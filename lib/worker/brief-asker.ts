import type { RunBrief } from '#model/run-brief.ts';
import type { Asker } from '#repair/needs/asker.ts';

export interface BriefAsker extends Asker {
  /** What was asked and nobody has answered yet; undefined: nothing. */
  unanswered(): string | undefined;
}

/** Answers with what people said before; a plan that asks for more waits until somebody answers on the pull request. */
export function createBriefAsker({ answers }: Pick<RunBrief, 'answers'>): BriefAsker {
  let open: string | undefined;
  return {
    ask: async ({ question, choices = [] }) => {
      // Whoever answered twice meant the later one.
      const known = answers.findLast((one) => one.question === composeQuestion(question, choices));
      if (known === undefined) open ??= composeQuestion(question, choices);
      return known?.answer;
    },
    unanswered: () => open,
  };
}

/** A person sees nothing but this text. */
function composeQuestion(question: string, choices: readonly string[]): string {
  return choices.length === 0 ? question : `${question} (one of: ${choices.join(', ')})`;
}
