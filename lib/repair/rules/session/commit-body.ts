import { compareText } from '#base/order.ts';
import type { Task } from '#model/task.ts';
import type { ChangedExpectation } from '#model/test-evidence.ts';
import { oneLine } from '#base/plain-text.ts';
import { redactText } from '#base/redact.ts';
import { counted, nameFirst } from '#base/words.ts';
import { ruleName } from '#check/rules/findings/rule-name.ts';
import { isRequestedWork } from './requested-work.ts';
import type { AcceptedChange } from './accepted-change.ts';
import { unsureEngines } from './repairs.ts';
import type { KnownFinding } from './known-finding.ts';
import { allFindings, type FindingsSnapshot } from './findings-snapshot.ts';

export interface CommittedWork {
  /** What the session came to. */
  readonly sentence: string;
  readonly before: FindingsSnapshot | undefined;
  readonly after: FindingsSnapshot;
  readonly tasks: readonly Pick<Task, 'id' | 'targets' | 'taskType' | 'title' | 'tool'>[];
  /** Changes that are part of the commit. */
  readonly accepted: readonly Pick<AcceptedChange, 'paths' | 'taskId'>[];
  /** Tests that pass only because they demand something else. */
  readonly expectations: readonly Pick<ChangedExpectation, 'test'>[];
}

/** What a commit says below its first line: what was done, where, and what of it was asked for and left. */
export function commitBody(work: CommittedWork): string {
  const done = [...askedLines(work), ...repairedLines(work)];
  const left = work.tasks.filter(
    (task) => isRequestedWork(task) && findAcceptedChange(work, task) === undefined,
  );
  return [
    work.sentence,
    ...listSection('Done:', done),
    ...listSection(
      'Expects something else than before:',
      work.expectations.map(({ test }) => test),
    ),
    ...listSection(
      'Left:',
      left.map(({ title }) => title),
    ),
  ].join('\n\n');
}

const mostLines = 20;

function listSection(head: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - mostLines;
  const shown = lines.slice(0, mostLines).map((line) => `- ${plainWords(line)}`);
  return [[head, ...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')];
}

const longestLine = 160;

/**
 * Names of checks, files and rules are text of others. Nothing in them may skip checks, mention people or close issues,
 * all of which a forge reads in messages.
 */
function plainWords(text: string): string {
  const plain = redactText(oneLine(text))
    .replace(/[\p{Cc}\p{Cf}]/gu, '?')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/(?<![\w/])@(?=\w)/g, '(at)')
    .replace(/#(?=\d)|\bgh-(?=\d)/gi, 'no. ');
  return plain.length > longestLine ? `${plain.slice(0, longestLine - 3)}...` : plain;
}

function findAcceptedChange({ accepted }: CommittedWork, { id }: Pick<Task, 'id'>) {
  return accepted.find(({ taskId }) => taskId === id);
}

/** What is not told by findings: their rules say nothing of it. */
function askedLines(work: CommittedWork): readonly string[] {
  return work.tasks.flatMap((task) => {
    const change = findAcceptedChange(work, task);
    const isAside = task.taskType === 'quarantine' || task.taskType === 'suppress';
    const isTest = task.taskType === 'add_test';
    if (change === undefined || !(isRequestedWork(task) || isAside || isTest)) return [];
    const named = task.targets.files;
    const files = change.paths.filter((path) => !named.includes(path) || named.length > 1);
    return [files.length === 0 ? task.title : `${task.title}: ${filesWords(files)}`];
  });
}

function repairedLines(work: CommittedWork): readonly string[] {
  const { before, after } = work;
  const unsure = unsureEngines(after);
  const start = before === undefined ? [] : allFindings(before).filter(isToRepair);
  const sure = start.filter(({ finding }) => !unsure.has(finding.tool));
  const left = countByRuleAndFile(
    allFindings(after).filter((one) => one.fromStart && isToRepair(one)),
  );
  const gone = [...Map.groupBy(sure, keyByRuleAndFile)].flatMap(([place, all]) => {
    const count = all.length - (left.get(place) ?? 0);
    const [first] = all;
    return count <= 0 || first === undefined ? [] : [{ ...first, count }];
  });
  const byRule = Map.groupBy(gone, ({ finding }) => `${finding.tool}: ${ruleName(finding)}`);
  return [...byRule]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([rule, places]) => {
      const count = places.reduce((sum, one) => sum + one.count, 0);
      const files = places.map(({ finding }) => finding.filePath ?? 'the project');
      return `${rule}, ${counted(count, 'finding')}: ${filesWords(files)}`;
    });
}

function isToRepair({ toRepair }: KnownFinding): boolean {
  return toRepair;
}

function countByRuleAndFile(known: readonly KnownFinding[]): ReadonlyMap<string, number> {
  return new Map(
    [...Map.groupBy(known, keyByRuleAndFile)].map(([place, all]) => [place, all.length]),
  );
}

function keyByRuleAndFile({ finding }: KnownFinding): string {
  return JSON.stringify([finding.tool, ruleName(finding), finding.filePath ?? null]);
}

const mostFiles = 3;

function filesWords(files: readonly string[]): string {
  return nameFirst([...new Set(files)].toSorted(compareText), mostFiles);
}
