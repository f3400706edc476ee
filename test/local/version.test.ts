import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readOwnVersion } from '#local/version.ts';

it('reads the version of the package file', () => {
  expect(readFileSync('package.json', 'utf8')).toContain(`"version": "${readOwnVersion()}"`);
});
