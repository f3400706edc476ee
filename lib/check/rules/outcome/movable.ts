/** Stands for the repository in what is kept; no tool writes this character. */
const mark = '\uE000repository\uE000';

/** A text in which the repository may lie anywhere. */
export function maskRepository(text: string, repository: string): string {
  return replaceFolder(text, repository, mark);
}

/** The same text for a repository in this folder. */
export function unmaskRepository(text: string, repository: string): string {
  return text.replaceAll(mark, () => repository);
}

/** The same for names and messages, which people read: two copies of a tree give the same ones. */
const word = '<repository>';

/** What a tool said, without the name of the folder that it ran in. */
export function maskFolder(text: string, folder: string): string {
  return replaceFolder(text, folder, word);
}

/** A name that a tool gave a test there: runners put such names together with dashes, and count equal ones. */
export function maskFolderInName(name: string, folder: string): string {
  if (!name.includes(folder) || isTop(folder)) return name;
  const joined = new RegExp(`(?<![\\w.])${escapeForPattern(folder)}(?![A-Za-z]|_\\D|\\.\\w)`, 'g');
  const named = name.replaceAll(joined, word);
  return endsInDigit(folder) ? named.replaceAll(`${word}_`, word) : named;
}

/** The same as a tool that runs in this folder needs it as an argument. */
export function unmaskFolder(marked: string, folder: string): string {
  const text = endsInDigit(folder) ? marked.replaceAll(counted, `${word}_`) : marked;
  return text.replaceAll(word, () => folder);
}

const counted = new RegExp(`${word}(?=\\d)`, 'g');

/** pytest counts equal names, and puts a line between the number and a name that ends in a digit. */
function endsInDigit(folder: string): boolean {
  return /\d$/.test(folder);
}

function replaceFolder(text: string, repository: string, by: string): string {
  if (isTop(repository) || !text.includes(repository)) return text;
  return text.replaceAll(
    new RegExp(`(?<![\\w.-])${escapeForPattern(repository)}(?![\\w.-])`, 'g'),
    by,
  );
}

function isTop(folder: string): boolean {
  return folder === '' || folder === '/';
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
