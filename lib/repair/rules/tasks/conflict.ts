import type { NativeHash } from '#base/hash.ts';
import { compareText } from '#base/order.ts';
import { type RunId, type Sha, taskId } from '#model/ids.ts';
import type { NewTask, RetryPolicy } from '#model/task.ts';
import { shortened } from '#base/plain-text.ts';
import { cappedList } from './capped-list.ts';

interface Side {
  readonly commit: Sha;
  /** The first line of its message. */
  readonly subject: string;
}

export interface Conflict {
  readonly runId: RunId;
  readonly retryPolicy: RetryPolicy;
  /** Files that hold markers. */
  readonly paths: readonly string[];
  /** The branch under repair. */
  readonly ours: Side;
  /** What is merged into it. */
  readonly theirs: Side;
}

/** The task to resolve a conflict, before any other. */
export function conflictTask(deps: { readonly hash: NativeHash }, conflict: Conflict): NewTask {
  const { runId, retryPolicy, ours, theirs } = conflict;
  const files = conflict.paths.toSorted(compareText);
  const fingerprint = deps.hash(JSON.stringify(['conflict', ours.commit, theirs.commit, files]));
  return {
    id: taskId.parse(`c-${fingerprint.slice(0, 20)}`),
    runId,
    tool: 'git',
    taskType: 'resolve_conflict',
    priority: 0,
    fingerprint,
    title: `Resolve the conflicts in ${files.length === 1 ? '1 file' : `${files.length} files`}`,
    description: describeConflict(conflict, files),
    targets: { files, testIds: [], modules: [] },
    findingIds: [],
    // What the other side brought along is no fault of this task.
    validation: { commands: [], successCriteria: { requireExitCode0: true } },
    retryPolicy,
    dependsOn: [],
  };
}

const longestSubject = 300;

function describeConflict({ ours, theirs }: Conflict, files: readonly string[]): string {
  const told = [
    'Two commits changed the same lines. In each file below, replace every conflict block (<<<<<<< to >>>>>>>) with one merged version that preserves the intent of both sides. The text between ||||||| and ======= is the common ancestor.',
    'Forbidden:\n- leaving a conflict marker;\n- changing lines outside the conflict blocks, unless the intent of both sides requires it;\n- editing other files.',
    'Done: no conflict marker is left, and the engines report nothing new.',
    `Ours: ${describeSide(ours)}\nTheirs: ${describeSide(theirs)}`,
  ].join('\n\n');
  const list = cappedList(
    files.map((file) => `- ${file}`),
    (left) => `- and ${left} more, all files that contain conflict markers.`,
  );
  return `${told}\n\nIn conflict:\n${list}`;
}

function describeSide({ commit, subject }: Side): string {
  return `${commit.slice(0, 12)} ${shortened(subject.replaceAll(/\s+/g, ' '), longestSubject)}`;
}
