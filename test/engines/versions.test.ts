import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { compareVersions } from '#base/version-order.ts';
import { engines } from '#engines/registry.ts';
import { toolProjects } from '../corpus/versions/tool-projects.ts';

const top = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(top, path), 'utf8');
const known = engines.flatMap(({ id, title, versions }) =>
  versions === undefined ? [] : [{ id, title, versions }],
);
const manifest = z.object({
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const pinned = new Map([
  ...Object.entries(manifest.parse(JSON.parse(read('package.json'))).devDependencies),
  ['@biomejs/biome', /cli-linux-x64": "([^"]+)/.exec(read('test/tools/package.json'))?.[1] ?? ''],
  ...[...read('test/support/python/engines.txt').matchAll(/^([\w-]+)==(\S+)$/gm)].map(
    ([, name = '', version = '']) => [name, version] as const,
  ),
]);

describe('the versions that an engine is tested with', () => {
  it.each(known)('of $title go up from the first that works', ({ versions }) => {
    expect(versions.tested).toEqual(versions.tested.toSorted(compareVersions));
    expect(compareVersions(versions.tested[0] ?? '', versions.first)).toBeGreaterThanOrEqual(0);
  });

  it.each(known)('of $title have a project, and end with the one that all tests run', (one) => {
    const project = toolProjects[one.id];
    expect(project).toBeDefined();
    expect(pinned.get(project?.package ?? '')).toBe(one.versions.tested.at(-1));
  });

  it('stand in the table of their page', () => {
    const page = read('docs/engines/versions.md');
    const rows = known.map(
      ({ id, versions: { first, tested } }) => `| ${id} | ${first} | ${tested.join(', ')} |`,
    );
    const lines = page.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    expect(lines.filter((line) => /^\| [a-z-]+ \| \d/.test(line))).toEqual(rows);
  });
});
