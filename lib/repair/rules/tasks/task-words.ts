import { counted } from '#base/words.ts';
import type { TaskType } from '#model/task.ts';

/** What a task is about: so many findings of a tool at a place. */
export interface About {
  readonly tool: string;
  readonly place: string;
  readonly findings: number;
}

export interface TaskWords {
  readonly title: string;
  readonly toDo: string;
  readonly forbidden: readonly string[];
  readonly done: string;
}

/** What is to be done about findings, by the kind of the task. */
export function taskWords(taskType: TaskType, about: About): TaskWords {
  return words[taskType](about);
}

const words: Readonly<Record<TaskType, (about: About) => TaskWords>> = {
  fix: wordRepair,
  add_test: wordAddTest,
  remove_skip: wordRepair,
  refactor: wordRefactor,
  quarantine: wordQuarantine,
  suppress: wordSuppress,
  autofix: wordRepair,
  resolve_conflict: wordRepair,
  address_review: wordRepair,
};

const gone = 'Done: none of these findings is left in a complete run, and no other has come.';

const noTricks = [
  'silencing a finding, by a comment, a cast or a setting;',
  'skipping, weakening or deleting a test;',
  'editing the configuration of a tool, or the baseline.',
];

function wordRepair({ tool, place, findings }: About): TaskWords {
  const what = `${counted(findings, 'finding')} of ${tool}`;
  return {
    title: `Repair ${what} in ${place}`,
    toDo: `Repair the causes of ${what} in ${place}.`,
    forbidden: noTricks,
    done: gone,
  };
}

function wordAddTest({ tool, place }: About): TaskWords {
  return {
    title: `Test what no test reaches in ${place}`,
    toDo: `Write tests for what ${tool} says is not reached in ${place}. They must assert what the code should do; the code itself stays as it is.`,
    forbidden: noTricks,
    done: 'Done: all tests pass, and more of the code is reached than before.',
  };
}

function wordRefactor({ place, findings }: About): TaskWords {
  return {
    title: `Repair the common cause of ${counted(findings, 'failure')} in ${place}`,
    toDo: `Tests fail in the same way in ${place}, so one cause is likely: repair that. What else fails in these files belongs to this task too.`,
    forbidden: noTricks,
    done: gone,
  };
}

function wordQuarantine({ tool, place }: About): TaskWords {
  return {
    title: `Set aside failing tests in ${place}`,
    toDo: `Nobody could repair the tests below. Mark each of them as not to be run, by the means of ${tool}, and say in the mark why: what fails, in a few words.`,
    forbidden: [
      'marking any other test, or a whole file, class or suite;',
      'changing or deleting a test, or the code that it tests;',
      'editing the configuration of a tool, or the baseline.',
    ],
    done: 'Done: these tests are reported as skipped, and all others as before.',
  };
}

function wordSuppress({ tool, place, findings }: About): TaskWords {
  const what = `${counted(findings, 'finding')} of ${tool}`;
  return {
    title: `Silence ${what} in ${place}`,
    toDo: `Nobody could repair the findings below. Silence each of them by a comment at its own line, by the means of ${tool}: name its rule alone, and say beside it why it stays.`,
    forbidden: [
      'silencing any other finding, a whole file, or all rules at once;',
      'changing what the code does;',
      'editing the configuration of a tool, or the baseline.',
    ],
    done: gone,
  };
}
