import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const release = z.object({ version: z.string(), sha256: z.string() });

const publishedChange = z.object({
  package: z.string(),
  before: release,
  after: release,
  /**
   * `source`: the tests of the later release are red on the earlier sources, which are repaired. `expectation`: the
   * earlier tests are red on the later sources, and what they demand is changed.
   */
  repairs: z.enum(['source', 'expectation']),
  sources: z.array(z.string()),
  tests: z.array(z.string()),
});
export type PublishedChange = z.infer<typeof publishedChange>;

const file = join(import.meta.dirname, '../../fixtures/published-changes.json');

/** What authors changed from one release to the next, in packages of Python that bring their tests. */
export const publishedChanges = z
  .array(publishedChange)
  .parse(JSON.parse(readFileSync(file, 'utf8')));
