import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const pages = [...globSync('*.md'), ...globSync('docs/**/*.md')];

describe('the pages', () => {
  it.each(pages)('%s links to what is there', (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)];
    const own = links.flatMap(([, link = '']) => (/^[a-z]+:/.test(link) ? [] : [link]));
    expect(own.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  it('list every decision', () => {
    const list = readFileSync('docs/decisions/README.md', 'utf8');
    const listed = [...list.matchAll(/\]\((\S+)\)/g)].map(([, name]) => name);
    const written = globSync('*.md', { cwd: 'docs/decisions' });
    expect(new Set(listed)).toEqual(new Set(written.filter((name) => name !== 'README.md')));
  });
});

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page : join(dirname(page), file);
  if (!existsSync(path)) return false;
  return anchor === undefined || anchorsOf(readFileSync(path, 'utf8')).includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
