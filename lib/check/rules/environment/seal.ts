import * as z from 'zod';
import { sha256 } from '#model/ids.ts';

const sealEntry = z.tuple([
  z.string().describe('The path, relative.'),
  z.enum(['file', 'folder', 'link', 'other']).describe('What lies there.'),
  z.int().nonnegative().describe('Who may read, write and run it.'),
  z.int().nonnegative().describe('How long a file is.'),
  z.string().describe('The digest of a file, or where a link leads.'),
  z.string().describe('Where a file lies on the disk, and when it and its marks were changed.'),
]);
export type SealEntry = z.infer<typeof sealEntry>;

/** Every file of an environment, as it was when nothing but set-up had worked in it. */
export const environmentSeal = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  folder: z.string().startsWith('/').describe('Where it lies: programs in it know the path.'),
  links: z.array(z.string()).describe('Folders that copies share.'),
  files: z.array(z.string()).describe('Files outside of these, which copies get.'),
  holdsProject: z.boolean().describe('Whether the project itself lies copied in it.'),
  entries: z.array(sealEntry).describe('All that lies in it.'),
});
export type EnvironmentSeal = z.infer<typeof environmentSeal>;

/** What an environment is found by; it is written when the seal is whole. */
export const environmentRecord = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  id: z
    .string()
    .regex(/^[\w-]+$/)
    .describe('The folder in which it was built.'),
  bytes: z.int().nonnegative().describe('The room that it takes.'),
  seal: sha256.describe('The digest of its seal.'),
});
export type EnvironmentRecord = z.infer<typeof environmentRecord>;

/** What is not as it was sealed, in one line. */
export function describeChanges(changes: readonly string[]): string {
  const first = changes.slice(0, mostNamed).join(', ');
  const more = changes.length - mostNamed;
  return more > 0 ? `${first} and ${more} more` : first;
}

const mostNamed = 5;
