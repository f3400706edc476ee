import type { RunBrief } from '#model/run-brief.ts';
import type { Asker } from '#repair/needs/asker.ts';

export interface BriefAsker extends Asker {
  /** The question that no person has answered yet; undefined: there is none. */
  unanswered(): string | undefined;
}

/** Answers with what people said before; a plan that asks for more waits for an answer on the pull request. */
export function createBriefAsker(answers: RunBrief['answers']): BriefAsker {
  let open: string | undefined;
  return {
    ask: async ({ question, choices = [] }) => {
      // Where a person answered twice, the later answer counts.
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
