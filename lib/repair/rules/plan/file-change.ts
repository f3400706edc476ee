import type { StructuredStep } from '#model/structured-plan.ts';
import { type FileState, isSameFile } from './recorded-change.ts';

export type FileAction = Extract<
  StructuredStep['action'],
  { type: 'create_file' | 'modify_file' | 'delete_file' }
>;

export type FileChange =
  /** The file is as wanted already, perhaps made so by an attempt that was cut off. */
  | { readonly kind: 'done' }
  | { readonly kind: 'change'; readonly after: FileState }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Judges what an action has to do where it finds this; `content` is what it wants to write, in base64. */
export function judgeFileChange(
  action: FileAction,
  before: FileState,
  content: string,
): FileChange {
  const after = wantedState(action, before, content);
  if (isSameFile(before, after)) return { kind: 'done' };
  const sentence = explainRefusedChange(action, before);
  return sentence === undefined ? { kind: 'change', after } : { kind: 'refused', sentence };
}

function wantedState(action: FileAction, before: FileState, content: string): FileState {
  if (action.type === 'delete_file') return null;
  return { mode: action.mode ?? before?.mode ?? '100644', content };
}

function explainRefusedChange(action: FileAction, before: FileState): string | undefined {
  const { type, path } = action;
  if (type === 'create_file') {
    return before === null ? undefined : `${path} exists already: modify it instead.`;
  }
  if (before === null) return `${path} does not exist: create it instead.`;
  if (type === 'modify_file' && action.mode === undefined && before.mode === '120000') {
    return `${path} is a symbolic link, and nothing is written through links: name the file itself, or the mode 120000 to point the link elsewhere.`;
  }
  if (action.expectedBlob === undefined || action.expectedBlob === before.blob) return undefined;
  return `${path} was changed by another program or person: it has the git id ${before.blob ?? 'of nothing'}, where ${action.expectedBlob} was expected.`;
}
