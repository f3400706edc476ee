import { describe, expect, it } from 'vitest';
import { knip } from '#engines/knip/engine.ts';
import { checkoutOf, outputOf, planOf, recorded } from '../recorded.ts';

describe('a report of knip', () => {
  it.each(['findings', 'findings-5'])('becomes findings: %s', (name) => {
    const { findings } = knip.parse(outputOf({ stdout: recorded(`knip/${name}.json`) }));
    expect(findings.map(({ message, path }) => `${path}: ${message}`).toSorted()).toEqual([
      'package.json: Unused dependency: left-pad',
      'src/a.js: Exported twice: a, c, default',
      'src/a.js: Unused export: b',
      'src/a.js: Unused export: c',
      'src/a.js: Unused export: default',
      'src/dead.js: Unused file: src/dead.js',
      'src/index.js: Import that leads nowhere: ./gone.js',
      'src/index.js: Unlisted dependency: nope',
    ]);
  });
});

it('is started as the project starts it', () => {
  const facts = checkoutOf({
    'package.json': { scripts: { unused: 'knip --production --reporter compact' } },
  });
  const native = knip.native?.(facts, { root: '.', config: null }) ?? {};
  const { args } = knip.check.spec({ plan: planOf({ native }), scratch: '/s' });
  expect(args).toEqual(['--reporter=json', '--no-progress', '--production']);
});
