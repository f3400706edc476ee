import { type Outcome, refuse } from '#base/outcome.ts';
import { type FileAction, judgeFileChange } from '#repair/rules/plan/file-change.ts';
import type { FileState } from '#repair/rules/plan/recorded-change.ts';
import { judgeStepPath, type StepPath } from '#repair/rules/plan/step-path.ts';
import type {
  ActionContext,
  ActionEnding,
  ActionOf,
  ActionRegistry,
} from '#repair/needs/plan-actions.ts';
import { toSystemError } from './folder.ts';
import { type BlobHash, gitBlobId } from './git-blob.ts';
import { pruneFolders, readEntry, removeEntry, type TreeEntry, writeEntry } from './tree-entry.ts';

/** Executes the steps that read and change files: whole or not at all, inside the folder, through no link. */
export const fileActions: Pick<
  ActionRegistry,
  'create_file' | 'modify_file' | 'delete_file' | 'read_file'
> = {
  create_file: changeFile,
  modify_file: changeFile,
  delete_file: changeFile,
  read_file: readFileStep,
};

async function changeFile(action: FileAction, context: ActionContext): Promise<ActionEnding> {
  const named = judgeFilePath(action.path);
  if (named.kind === 'refused') return endRefused(named.sentence);
  const { path, segments } = named.value;
  const entry = { root: context.folder, segments };
  const algorithm = chooseBlobHash(action);
  const before = tryOrError(() => readEntry(entry, algorithm));
  if (before instanceof Error) return endFailed(before);
  const bytes = decodeContent(action);
  const change = judgeFileChange(action, before, bytes.toString('base64'));
  if (change.kind === 'refused') return endRefused(change.sentence);
  if (change.kind === 'change') {
    const blob = gitBlobId(bytes, algorithm);
    const after = change.after === null ? null : { ...change.after, blob };
    context.record({ path, before, after });
    const error = tryOrError(() => applyState(entry, after));
    if (error instanceof Error) {
      context.record({ path, before: after, after: before });
      tryOrError(() => pruneFolders(entry));
      return endFailed(error);
    }
  } else if (action.type === 'delete_file') {
    // An attempt that was cut off may have left them.
    tryOrError(() => pruneFolders(entry));
  }
  return { kind: 'succeeded', output: '', usd: 0 };
}

async function readFileStep(
  { path }: ActionOf<'read_file'>,
  { folder }: ActionContext,
): Promise<ActionEnding> {
  const named = judgeFilePath(path);
  if (named.kind === 'refused') return endRefused(named.sentence);
  const state = tryOrError(() => readEntry({ root: folder, segments: named.value.segments }));
  if (state instanceof Error) return endFailed(state);
  if (state === null) return endRefused(`${path} does not exist.`);
  if (state.mode === '120000')
    return endRefused(
      `${path} is a symbolic link, and links are not followed: name the file itself.`,
    );
  return { kind: 'succeeded', output: Buffer.from(state.content, 'base64').toString(), usd: 0 };
}

function judgeFilePath(path: string): Outcome<StepPath, 'no-file' | 'stray-path'> {
  const named = judgeStepPath(path);
  const isFolder = named.kind === 'ok' && named.value.segments.length === 0;
  if (!isFolder) return named;
  return refuse('no-file', `The path ${JSON.stringify(path)} names no file.`);
}

function applyState(entry: TreeEntry, state: FileState): void {
  if (state === null) removeEntry(entry);
  else writeEntry(entry, state);
}

/** What the file system has against it fails the step; whatever else goes wrong is no matter of the step. */
function tryOrError<Result>(work: () => Result): Result | NodeJS.ErrnoException {
  try {
    return work();
  } catch (error) {
    return toSystemError(error);
  }
}

function decodeContent(action: FileAction): Buffer {
  return action.type === 'delete_file'
    ? Buffer.alloc(0)
    : Buffer.from(action.content, action.encoding);
}

/** Repositories name their content by one of two digests; the length tells which. */
function chooseBlobHash(action: FileAction): BlobHash {
  const isLong = action.type !== 'create_file' && action.expectedBlob?.length === 64;
  return isLong ? 'sha256' : 'sha1';
}

function endRefused(reason: string): ActionEnding {
  return { kind: 'failed', reason, output: '', usd: 0, isFinal: true };
}

/** What has no code of the system is a refusal of ours, and stays one. */
function endFailed({ message, code }: NodeJS.ErrnoException): ActionEnding {
  return { kind: 'failed', reason: `${message}.`, output: '', usd: 0, isFinal: code === undefined };
}
