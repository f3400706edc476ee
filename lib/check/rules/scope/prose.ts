/** Files that are written for people and run by nothing: they count only for an engine that may read whatever it likes. */
export function isProse(path: string): boolean {
  return byEnding.test(path) || byName.test(path);
}

const endings =
  'md|markdown|rst|adoc|png|jpe?g|gif|svg|ico|webp|avif|bmp|pdf|mp4|webm|woff2?|ttf|otf';
const words =
  'readme|licen[cs]e|copying|notice|changelog|changes|history|news|authors|contributors|contributing|code_of_conduct|security';

const byEnding = new RegExp(String.raw`\.(?:${endings})$`, 'i');
const byName = new RegExp(String.raw`(?:^|/)(?:${words})(?:\.txt)?$`, 'i');

/** Stands for every name: something looks at files without naming them. */
const anyName = '*';

/** What goes through folders, or starts programs that may, and plugins of test runners and linters for prose. */
const lookers = [
  String.raw`\bi?r?glob(?:Sync)?\s*\(`,
  String.raw`\b(?:walk|iterdir|listdir|scandir|copytree)\s*\(`,
  String.raw`\b(?:readdir|opendir|cp)(?:Sync)?\s*\(`,
  String.raw`\b(?:subprocess|Popen|child_process|execa|pytester|testdir)\b`,
  String.raw`\bos\.(?:system|exec|spawn)`,
  String.raw`\b(?:fast-glob|globby|tinyglobby|fs\.promises\.glob)\b`,
  String.raw`import\.meta\.glob`,
  String.raw`\b(?:checkdocs|markdown-docs|codeblocks|mktestdocs|phmdoctest|sybil|doctest[-_]?glob|doctestplus)\b`,
  String.raw`(?:@eslint|eslint-plugin)[/-](?:markdown|mdx?)\b`,
];

const naming = new RegExp(
  [
    String.raw`(?<ending>\.(?:${endings}))(?!\w)`,
    String.raw`(?<![\w-])(?<word>${words})(?![\w-])`,
    `(?<looker>${lookers.join('|')})`,
  ].join('|'),
  'gi',
);

/** More than this is data, of which nobody can say what it names. */
const longest = 4 * 1024 * 1024;

const longestName = 100;

/** The files of prose that a text may speak of, in small letters: by their name, by its end alone, or by its beginning. */
export function listProseNames(path: string, text: string): readonly string[] {
  if (isUnread.test(path) || text.slice(0, 8_000).includes('\0')) return [];
  if (text.length > longest) return [anyName];
  const own = isManifest.test(path) ? text.replaceAll(ofPackage, '') : text;
  const names = new Set<string>();
  for (const { groups = {}, index } of own.matchAll(naming)) {
    const { ending, word } = groups;
    if (ending !== undefined) {
      const before = own.slice(Math.max(0, index - longestName), index);
      names.add(`${/[\w.@-]*$/.exec(before)?.[0] ?? ''}${ending}`.toLowerCase());
    } else names.add(word?.toLowerCase() ?? anyName);
  }
  return [...names];
}

/** Locks, and what services and editors are told, which no test looks into. */
const isUnread =
  /(?:^|\/)(?:\.(?!vitest|eslint|oxlint|pylint|pytest|coverage)[^/]*(?:\/.*)?|[^/]*[.-]lock(?:\.\w+)?|pnpm-lock\.yaml)$/;

/** Whoever builds the package reads what this names, and nobody else. */
const isManifest = /(?:^|\/)(?:pyproject\.toml|setup\.cfg|package\.json|Cargo\.toml)$/;
const ofPackage =
  /^[ \t]*["']?(?:readme|license(?:[-_]files?)?|long_description)["']?\s*[:=].*$/gim;

/** Which of these files of prose may be read, when all else that is read speaks of these. */
export function selectNamedProse(
  prose: readonly string[],
  names: ReadonlySet<string>,
): readonly string[] {
  if (names.has(anyName)) return prose;
  return prose.filter((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    const [stem = '', ...ends] = name.split('.');
    return names.has(name) || names.has(stem) || names.has(`.${ends.at(-1)}`);
  });
}
