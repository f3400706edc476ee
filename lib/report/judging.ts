import type { CheckReport } from '#model/check-report.ts';
import type { JudgingChange, JudgingClass } from '#model/judging.ts';
import { oneLine } from '#base/plain-text.ts';
import { counted, nameFirst } from '#base/words.ts';

/** Above what a change does to how the code is judged. */
export const judgingTitle = 'Changed how it is judged';

/** Each file with what it changes, and who could judge more mildly by it; then what follows from that. */
export function judgingSentences(report: CheckReport): readonly string[] {
  const { changes } = report.judging;
  return [...changes.map(describeJudgingChange), ...describeStanding(report)];
}

export function describeJudgingChange(change: JudgingChange): string {
  const { path, class: kind, sentence, milder, policy } = change;
  const who = milder.length === 0 ? '' : ` Could be milder by it: ${milder.join(', ')}.`;
  const does = policy === 'say' ? '' : ` (policy: ${policy})`;
  return `${path} (${classWords[kind]}): ${sentence}${who}${does}`;
}

const classWords: Readonly<Record<JudgingClass, string>> = {
  'lock-file': 'packages',
  tool: 'where tools come from',
  configuration: 'configuration',
  hook: 'hook',
  shadowing: 'shadowing',
  workflow: 'workflow',
  'commit-hook': 'commit hook',
  settings: 'settings',
};

function describeStanding({ judging: { standing } }: CheckReport): readonly string[] {
  if (standing === 'refused') {
    return [
      'policy.judging of the base refuses such a change: a person has to bring it in by other ways, or to change the policy there first.',
    ];
  }
  if (standing !== 'asked') return [];
  return [
    'policy.judging of the base asks for a person: on a pull request one who may write says `/ratchet vouch` with the commit; at a command line `--set policy.judging=say` says that you looked.',
  ];
}

/** How many files it is, for a title; nothing where there is none. */
export function countJudgingFiles({ judging: { changes } }: CheckReport): string | undefined {
  const files = new Set(changes.map(({ path }) => path)).size;
  return files === 0 ? undefined : counted(files, 'file');
}

/** In one sentence, for a place that has little room. */
export function summarizeJudging({ judging: { changes } }: CheckReport): string {
  const byClass = Map.groupBy(changes, (one) => one.class);
  const parts = [...byClass].map(([kind, all]) => {
    const paths = [...new Set(all.map(({ path }) => oneLine(path)))];
    return `${classWords[kind]} (${nameFirst(paths, 2)})`;
  });
  const milder = [...new Set(changes.flatMap((one) => one.milder))].toSorted();
  const who = milder.length === 0 ? '' : `; could be milder by it: ${nameFirst(milder, 6)}`;
  return `${parts.join(', ')}${who}.`;
}
