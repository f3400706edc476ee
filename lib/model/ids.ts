import * as z from 'zod';

/** Ids end up in keys, file names and AWS tokens, so they share one narrow alphabet. */
const idText = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/, 'an id is 1 to 64 of A-Z a-z 0-9 . _ : -');

export const workspaceId = idText.brand<'WorkspaceId'>().describe('One pull request under watch.');
export type WorkspaceId = z.infer<typeof workspaceId>;

export const runId = idText
  .brand<'RunId'>()
  .describe('One execution against one commit; also the id of the session that carries it.');
export type RunId = z.infer<typeof runId>;

export const taskId = idText.brand<'TaskId'>().describe('One unit of repair inside a run.');
export type TaskId = z.infer<typeof taskId>;

export const findingId = idText.brand<'FindingId'>().describe('One finding inside a run.');
export type FindingId = z.infer<typeof findingId>;

export const workerId = idText
  .brand<'WorkerId'>()
  .describe('One worker process that claims tasks.');
export type WorkerId = z.infer<typeof workerId>;

export const installationId = idText
  .brand<'InstallationId'>()
  .describe('One installation of the App, the unit of budgets and pauses.');
export type InstallationId = z.infer<typeof installationId>;

export const sha = z
  .string()
  .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'a full commit id, 40 or 64 lower-case hex digits')
  .brand<'Sha'>()
  .describe('A full git object id.');
export type Sha = z.infer<typeof sha>;

export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'a SHA-256 digest, 64 lower-case hex digits')
  .brand<'Sha256'>()
  .describe('A SHA-256 digest of bytes.');
export type Sha256 = z.infer<typeof sha256>;

export const timestamp = z.int().nonnegative().describe('Milliseconds since 1970-01-01 UTC.');
