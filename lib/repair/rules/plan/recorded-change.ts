import * as z from 'zod';
import { fileMode } from '#model/changeset.ts';
import { sha } from '#model/ids.ts';

const fileState = z
  .object({
    mode: fileMode,
    content: z.base64().describe('Its bytes; of a symbolic link the path that it points to.'),
    blob: sha.optional().describe('Git id of the content.'),
  })
  .nullable()
  .describe('Null when nothing is there.');
export type FileState = z.infer<typeof fileState>;

/** What one step did to one path, written down before it is done. */
export const recordedChange = z.object({
  stepId: z.int().nonnegative().describe('The step that did it.'),
  path: z.string().min(1).describe('Repository-relative POSIX path.'),
  before: fileState,
  after: fileState,
});
export type RecordedChange = z.infer<typeof recordedChange>;

/** Whether both leave the same at a path, as git sees it. */
export function isSameFile(a: FileState, b: FileState): boolean {
  return a?.mode === b?.mode && a?.content === b?.content;
}
