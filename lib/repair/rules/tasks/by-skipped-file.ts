import { compareText } from '#base/order.ts';
import {
  type CollectedTest,
  fileOfTest,
  idInRoot,
  type NamedTest,
} from '#check/rules/findings/test-names.ts';
import { shortened } from '#base/plain-text.ts';
import { counted } from '#base/words.ts';
import { cappedList } from './capped-list.ts';
import type { TaskDraft } from './draft.ts';

/** Which tests are brought back: those that are expected to fail and pass, or all that are skipped too. */
export type WantedSkips = 'passing' | 'all';

/** The tests whose marks are to go. */
export function unwantedSkips(
  tests: readonly CollectedTest[],
  wanted: WantedSkips,
): readonly NamedTest[] {
  return tests.filter(({ skipped, passes }) => passes || (wanted === 'all' && skipped));
}

interface Skips {
  /** By their names in the repository. */
  readonly skips: readonly NamedTest[];
  /** The folder that their engine runs in. */
  readonly root: string;
  readonly tool: string;
}

/** One task for each file with tests whose marks are to go. */
export function bySkippedFile({ skips, root, tool }: Skips): readonly TaskDraft[] {
  const sorted = skips.toSorted((one, other) => compareText(one.id, other.id));
  return [...Map.groupBy(sorted, fileOfTest)].map(([file, tests]) => ({
    taskType: 'remove_skip',
    rank: { stage: 'skips', severity: 'low' },
    title: shortened(
      `Bring back ${counted(tests.length, 'skipped test')} in ${file}`,
      longestTitle,
    ),
    description: describeSkippedTests(tool, tests),
    targets: {
      files: [file],
      testIds: tests.map((test) => idInRoot(test, root)),
      modules: [],
    },
    findingIds: [],
  }));
}

const longestTitle = 300;

function describeSkippedTests(tool: string, tests: readonly NamedTest[]): string {
  const told = [
    `The tests below are marked as skipped, or as expected to fail. Remove the marks, by the means of ${tool}, so that the tests run. If a test then fails, repair the code that it tests.`,
    'Forbidden:\n- skipping any test, or weakening or deleting one;\n- editing the configuration of a tool, or the baseline.',
    'If a test must stay skipped for a valid reason, such as another operating system, leave its mark and end with the status "failure".',
    'Done: these tests run and pass, and all other tests are reported as before.',
  ].join('\n\n');
  const list = cappedList(
    tests.map(({ id }) => `- ${id}`),
    (left) => `- and ${left} more in the same file.`,
  );
  return `${told}\n\nTests:\n${list}`;
}
