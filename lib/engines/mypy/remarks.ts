/**
 * Lines of its own that mypy writes to standard output beside its report, as parts of regular expressions. Everything was
 * judged all the same: how many errors there are, that an option is out of date, that no module needed a section, where
 * further reports lie.
 */
export const remarks: readonly string[] = [
  String.raw`Found \d+ errors? in `,
  'Warning: ',
  String.raw`.*: note: unused section\(s\): `,
  String.raw`Generated \w+ report\b.*: `,
];
