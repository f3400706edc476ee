import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Hands } from '../support/github/hands.ts';
import type { Pull } from '../support/github/model.ts';

const project = join(import.meta.dirname, '../fixtures/projects/demo-shop');

/** The files of one stage of the sample: its base, what `main` made of it since, or what the branch adds. */
export async function readStage(
  stage: 'base' | 'main' | 'feature',
  { python }: { readonly python: boolean },
): Promise<Readonly<Record<string, string>>> {
  const folder = join(project, stage);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: [string, string][] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replace(/\.txt$/, '');
    if (python || !isPython(path)) files.push([path, await readFile(file, 'utf8')]);
  }
  return Object.fromEntries(files);
}

function isPython(path: string): boolean {
  return path.endsWith('.py') || path === 'pyproject.toml';
}

const branch = 'gift-cards';
export const author = 'ann';
export const reviewer = 'rita';

/** What the review asks for: a name, in this file. */
export const asked = { path: 'src/gift-cards.ts', word: 'remaining' } as const;

/** Opens the pull request, and has it reviewed by a person with the right to write. */
export function openReviewedPull(shop: Hands, files: Readonly<Record<string, string>>): Pull {
  shop.commit(branch, files, { author, message: 'Add gift cards' });
  const pull = shop.openPull({ head: branch, title: 'Add gift cards', author });
  const { path, word } = asked;
  const line = (files[path] ?? '').split('\n').findIndex((text) => text.includes('let rest')) + 1;
  const body = `Please call this \`${word}\`: \`rest\` does not say of what.`;
  shop.review(pull.number, {
    login: reviewer,
    state: 'COMMENTED',
    threads: [{ path, line, body }],
  });
  return pull;
}
