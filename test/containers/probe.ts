import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a repository that tries to reach what is the supervisor's; it says `reached` where it could. */
export const probe = readFileSync(
  join(import.meta.dirname, '../fixtures/programs/probe-supervisor.sh'),
  'utf8',
);

/** The settings by which it is run before all else. */
export const probing = { setup: [{ run: ['sh', 'probe.sh'] }] };
