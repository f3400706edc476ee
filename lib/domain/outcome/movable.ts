/** Stands for the repository in what is kept; no tool writes this character. */
const mark = '\uE000repository\uE000';

/** A text in which the repository may lie anywhere. */
export function withoutPlace(text: string, repository: string): string {
  if (repository === '' || repository === '/') return text;
  return text.replaceAll(new RegExp(`(?<![\\w.-])${escaped(repository)}(?![\\w.-])`, 'g'), mark);
}

/** The same text for one place of the repository. */
export function withPlace(text: string, repository: string): string {
  return text.replaceAll(mark, () => repository);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
