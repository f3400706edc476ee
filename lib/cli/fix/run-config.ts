import * as z from 'zod';
import { sha } from '#model/ids.ts';
import { reviewThread } from '#model/review.ts';
import type { Run } from '#model/run.ts';

const side = z.object({ commit: sha, subject: z.string() });

/** What a run was asked for beyond its settings, so that it can go on as it began. */
const fixRequest = z.object({
  /** What lay in the work tree. */
  homeTree: sha,
  /** The same, with what was merged into it. */
  startTree: sha,
  paths: z.array(z.string()),
  /** What was merged into the start; paths with markers are in conflict. */
  merge: z.object({ ours: side, theirs: side, conflicts: z.array(z.string()) }).optional(),
  review: z.array(reviewThread),
  handOver: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('patch') }),
    z.object({ kind: z.literal('changeset') }),
    z.object({ kind: z.literal('apply') }),
    z.object({ kind: z.literal('branch'), name: z.string() }),
  ]),
});
export type FixRequest = z.infer<typeof fixRequest>;

/** undefined: this run was not begun by `ratchetr fix`. */
export function requestOf({ config }: Pick<Run, 'config'>): FixRequest | undefined {
  return fixRequest.safeParse(config['fix']).data;
}
