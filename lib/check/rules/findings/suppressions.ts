import { settingsFile, stateFolder } from '#model/own-files.ts';

/** Whether comments in a file may silence an engine that judges these; our own settings name them, and are none. */
export function maySilence(
  path: string,
  { judges }: { readonly judges: RegExp },
  named: string = settingsFile,
): boolean {
  const isOwn = [settingsFile, named].includes(path) || path.startsWith(`${stateFolder}/`);
  return !isOwn && judges.test(path);
}

/** How many more comments silence an engine in these files than did before. */
export function countAddedSuppressions(
  files: readonly { readonly before: string | undefined; readonly after: string | undefined }[],
  patterns: readonly string[],
): number {
  const [before, after] = [
    countMatches(
      files.map((file) => file.before),
      patterns,
    ),
    countMatches(
      files.map((file) => file.after),
      patterns,
    ),
  ];
  return Math.max(0, after - before);
}

function countMatches(texts: readonly (string | undefined)[], patterns: readonly string[]): number {
  if (patterns.length === 0) return 0;
  const any = new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'), 'g');
  return texts.reduce(
    (sum, text) => sum + ((text === undefined ? null : plainSpaces(text).match(any))?.length ?? 0),
    0,
  );
}

/** A text in which every white space inside a line is a plain space, as tools read it. */
export function plainSpaces(text: string): string {
  return text.replace(/[^\P{White_Space}\n\r]|[^\P{Cc}\n\r]/gu, ' ');
}
