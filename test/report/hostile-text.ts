import * as fc from 'fast-check';

/** Texts that mean something to a page, to Markdown or to a terminal. */
export const hostile = [
  ']]>',
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '</title></svg></details></style>',
  '<!--',
  '--!>',
  '&amp;&#0;&lt',
  '| a | b |',
  '\u{D800}',
  '\u{DFFF}\u{D800}',
  '\u{0}\u{1}\u{B}\u{1F}\u{7F}\u{85}\u{9B}',
  '\u{1B}[31mred\u{1B}[0m\u{1B}]8;;https://x.example\u{7}',
  '\u{FFFE}\u{FFFF}\u{FEFF}\u{2028}\u{202E}',
  '\r\n\r\n```\n# x',
  '%{0} [a](b) {1} @octocat #1 $x$',
];

export const hostileText = fc
  .oneof(
    fc.constantFrom(...hostile),
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...hostile), { maxLength: 5 }).map((parts) => parts.join('')),
  )
  .filter((words) => words.trim() !== '');
