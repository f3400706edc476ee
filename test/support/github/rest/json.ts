/** Marks what must not be quoted; no text of GitHub holds it. */
const MARK = '\uE000big:';

/** Writes JSON in which big integers are plain numbers, as GitHub writes ids beyond 2^53. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? `${MARK}${part}` : part,
  );
  return text.replaceAll(/"\uE000big:(-?\d+)"/g, '$1');
}
