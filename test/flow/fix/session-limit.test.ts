import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';
import { fix } from './run-fix.ts';
import { plantWords } from './words.ts';

/** Cleans up memory as often as a long session does sooner or later. */
const cleaning = `import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
setFlagsFromString('--expose-gc');
setInterval(runInNewContext('gc'), 100).unref();
`;

it('a session whose time is up stops the agents that work, and starts no other', async () => {
  const folder = await tempFolder();
  const loaded = join(folder, 'cleaning.mjs');
  await writeFile(loaded, cleaning);
  const config = {
    timeouts: { session: '8s', attempt: '5s', step: '3s', lease: '2s' },
    retry: { maxAttempts: 5 },
  };
  const { root } = await plantWords({ agent: ['sleep', '600'], config });
  const { report } = await fix(root, [], { env: { NODE_OPTIONS: `--import=${loaded}` } });
  // The second was under way when the time was up.
  expect(Math.max(...report.tasks.map(({ attempts }) => attempts.length))).toBeLessThanOrEqual(2);
});
