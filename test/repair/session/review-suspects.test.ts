import { expect, it } from 'vitest';
import { shellAgent } from './agents.ts';
import { bad, badFiles, sessionGround } from './ground.ts';
import { lineEngine } from './line-engine.ts';
import { usualSettings } from './settings.ts';

/** Its first change has a test skipped, in a way that no rule for diffs knows. */
const careless = `
  case "$1" in *f0.txt) sed -i 's/adds/adds SKIP/' src/test_b.txt;; esac
  sed -i s/BAD/good/ "$1"
`;

it('of many changes, the one that made a test be skipped is taken out, and no other', async () => {
  const ground = await sessionGround({
    files: { ...badFiles(3), 'src/test_b.txt': 'test adds\ntest takes\n' },
    engines: [bad, lineEngine({ id: 'tests', word: 'FAILS', scope: 'tests', suppressions: [] })],
    agents: [shellAgent(careless)],
    settings: {
      maxWorkers: 1,
      retryPolicy: { ...usualSettings.retryPolicy, maxAttempts: 1 },
    },
  });
  const { summary, tree } = await ground.run();
  expect(summary).toMatchObject({
    outcome: 'better',
    toRepair: { before: 3, after: 1 },
    dropped: [{ because: 'skipped tests: also src/test_b.txt::adds.' }],
  });
  expect(await ground.filesOf(tree)).toMatchObject({
    'src/f1.txt': ['100644', 'src/f1.txt\n\ngood one\n\nend\n'],
    'src/f2.txt': ['100644', 'src/f2.txt\n\ngood one\n\nend\n'],
    'src/test_b.txt': ['100644', 'test adds\ntest takes\n'],
  });
});
