import { describe, expect, it } from 'vitest';
import { listUnjudged } from '#check/rules/repository/unjudged.ts';
import { engines } from '#engines/registry.ts';
import { someFacts } from './some-facts.ts';

describe('runners without an engine', () => {
  it('are none that an engine of another name starts', () => {
    const scripts = {
      'lint:md': 'markdownlint-cli2',
      types: 'vue-tsc -b && svelte-check && tstyche',
      unit: 'borp',
    };
    const facts = someFacts({ manifests: { 'package.json': { scripts } } });
    const unjudged = listUnjudged(facts, { known: engines, running: new Set() });
    expect(unjudged.map(({ name }) => name)).toEqual(['svelte-check', 'tstyche', 'borp']);
  });
});
