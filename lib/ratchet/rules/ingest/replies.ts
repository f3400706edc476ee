import type { WorkspaceState } from '#model/workspace.ts';
import { codeText, sentenceText } from '#base/markdown-text.ts';

/** What people may say after `/ratchet`, and what it does. */
export const commands = [
  ['on', 'fix this pull request'],
  ['off', 'only watch it; work that has begun is finished'],
  ['stop', 'only watch it, and drop work that has begun'],
  ['retry', 'try again what was given up'],
  ['vouch COMMIT', 'vouch for how that head changes the way it is judged'],
  ['why', 'say what was decided last'],
  ['hold [30m, 2h]', 'stay away while a person works on the branch'],
  ['release', 'end a hold'],
  ['answer TEXT', 'answer the question that a plan asks'],
] as const;

/** The known commands, in reply to an unknown one. */
export function helpReply(said: string): string {
  const rows = commands.map(([words, meaning]) => `- \`/ratchet ${words}\`: ${meaning}`);
  return [`I do not know the command ${codeText(said, 60)}. These I know:`, '', ...rows].join('\n');
}

/** Why a person is not obeyed. */
export function refusalReply(login: string): string {
  return `Thank you, ${sentenceText(login)}. I take commands from people who may write to this repository; ask one of them.`;
}

/** What was decided last, and what would change it. */
export function whyReply({ lastDecision, lastSession, question }: WorkspaceState): string {
  if (lastDecision === undefined) return 'Nothing was decided yet.';
  const { action, code, reason, needsHuman } = lastDecision;
  return [
    `**${action}** (${codeText(code, 60)}): ${sentenceText(reason)}`,
    ...(needsHuman ? ['Nothing happens by itself until a person acts.'] : []),
    ...(lastSession === undefined
      ? []
      : [`The last session ended as ${lastSession.outcome}: ${sentenceText(lastSession.reason)}`]),
    ...(question === undefined
      ? []
      : [`A plan asks: ${sentenceText(question)} Answer with \`/ratchet answer TEXT\`.`]),
  ].join('\n\n');
}
