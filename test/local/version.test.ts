import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readVersion } from '#local/version.ts';

it('reads the version of the package file', () => {
  expect(readFileSync('package.json', 'utf8')).toContain(`"version": "${readVersion()}"`);
});
