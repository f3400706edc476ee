const longest = 2_000;

// In this order: a moment is made of numbers, and a temporary path may hold any of them.
const replacements: readonly (readonly [RegExp, string])[] = [
  [/^##\[\w{1,20}\]/, ''],
  [/\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, ''],
  [/(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/[^\s:'"`)\]]*/g, '<temp>'],
  [/\b[A-Z]:\\(?:[^\s:'"`)\]]*\\)?Temp\\[^\s:'"`)\]]*/gi, '<temp>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '#'],
  [/\b0x[0-9a-f]+\b/gi, '#'],
  [/\b(?=[a-f]*\d)[0-9a-f]{7,}\b/gi, '#'],
  [/\d+(?:\.\d+)?\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b/gi, '#'],
  [/\d+(?:[.,:]\d+)*/g, '#'],
  [/#(?:\s#)+/g, '#'],
  [/\s+/g, ' '],
];

/** A line without what differs from one run to the next: moments, durations, ids, counts, temporary paths. */
export function normalLine(line: string): string {
  let normal = line.slice(0, longest).trim();
  for (const [pattern, replacement] of replacements) normal = normal.replace(pattern, replacement);
  return normal.trim();
}

/** Words that stand in the last lines of any failure, and of quite different ones. */
const anyFailure = new Set(
  `a above all an and as assertionerror at back be been build call called cancelled canceled check checks ci code
  command completed could details did done elifecycle err errno error errors exit exited exiting expected fail failed
  failing fails failure failures fatal file files for found had has have in is job jobs last lifecycle lint log logs
  make makefile more most no non non-zero not npm null number of on one operation or passed pipeline pnpm problem
  problems process recent result results return returned run running script see skipped some status step steps suite
  suites task tasks test tests that the there this to total traceback unknown was warning warnings were with workflow
  yarn zero`.split(/\s+/),
);

/** Whether a line says what failed, beyond that something did. */
export function isSpecific(line: string): boolean {
  const words = line.toLowerCase().split(' ');
  return words.some((word) => {
    const bare = word.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]{1,40}$/u, '');
    return bare !== '' && !anyFailure.has(bare);
  });
}
