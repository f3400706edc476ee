import { nameFirst } from '#base/words.ts';
import { readIni } from '../repository/ini.ts';
import { normalizeName } from '../repository/requirement-lists.ts';
import { type AskedPackages, compareAsked } from './asked-packages.ts';
import { readEntryPoints } from './entry-points.ts';
import type { JudgingFacts, JudgingReader } from './judged-turn.ts';
import { shownName } from './package-changes.ts';
import { preferRunning } from './who-is-milder.ts';

/** A setup.cfg, as far as packages and what is loaded into tools goes. */
export const readSetupConfig: JudgingReader = ({ before, after }, facts) => {
  const [old, now] = [readIni(before.text ?? ''), readIni(after.text ?? '')];
  const lists = (ini: typeof old) => [
    ...(ini['options']?.['install_requires'] ?? '').split('\n'),
    ...Object.values(ini['options.extras_require'] ?? {}).flatMap((lines) => lines.split('\n')),
  ];
  return [
    ...compareAsked(askedInLines(lists(old)), askedInLines(lists(now)), askingInPython(facts)),
    ...readEntryPoints(old['options.entry_points'] ?? {}, now['options.entry_points'] ?? {}, facts),
  ];
};

/** A list of requirements, or of constraints on them. */
export const readRequirements: JudgingReader = ({ before, after }, facts) => {
  const [old, now] = [before.text, after.text].map((text) => joinLines(text ?? ''));
  const fresh = indexOptions(now).filter((line) => !indexOptions(old).includes(line));
  const gone = indexOptions(old).filter((line) => !indexOptions(now).includes(line));
  return [
    ...(fresh.length + gone.length === 0
      ? []
      : [
          {
            class: 'tool' as const,
            sentence: `Packages are taken from elsewhere: ${nameFirst((fresh.length > 0 ? fresh : gone).map(shownName), 3)}.`,
            milder: preferRunning(facts.engines.filter(({ language }) => language === 'python')),
          },
        ]),
    ...compareAsked(askedInLines(old ?? []), askedInLines(now ?? []), askingInPython(facts)),
  ];
};

function indexOptions(lines: readonly string[] = []): readonly string[] {
  return lines.filter((line) => changesIndex.test(line));
}

const changesIndex =
  /^--?(?:i\b|index-url|extra-index-url|f\b|find-links|no-index|trusted-host|no-binary|r\b|requirement|c\b|constraint)/;

function joinLines(text: string): readonly string[] {
  const lines = text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/);
  return lines.map((line) => line.replace(/(?:^|\s)#.*$/, '').trim()).filter((line) => line !== '');
}

/** How lists of Python name packages that come from elsewhere. */
export function askingInPython({ engines }: JudgingFacts): Parameters<typeof compareAsked>[2] {
  return {
    engines,
    language: 'python',
    isOwn: (asked) => /^\{[^}]*"workspace":true/.test(asked),
    isElsewhere: (asked) =>
      /^@|^-e\b|^--editable|^(?:git|https?|file|hg|svn)[+:]|^\.{0,2}\/|"(?:path|git|url|file)":/.test(
        asked,
      ),
  };
}

/** The name of each package, with what stands after it. */
export function askedInLines(lines: readonly string[]): AskedPackages {
  return new Map(
    lines.flatMap((line): readonly (readonly [string, string])[] => {
      const text = line.trim();
      const [, option, target = ''] = /^(-e|--editable)[ =]+(.+)$/.exec(text) ?? [];
      if (option !== undefined) return [[nameOfPath(target), `${option} ${target}`]];
      if (text.startsWith('-')) return [];
      if (/^(?:\.{0,2}\/|(?:git|https?|file|hg|svn)[+:])/.test(text))
        return [[nameOfPath(text), text]];
      const [, name, rest = ''] = /^([a-z\d][\w.-]*)(?:\[[^\]]*\])?\s*(.*)$/i.exec(text) ?? [];
      return name === undefined
        ? []
        : [[normalizeName(name), rest.replace(/\s+--hash.*$/, '').trim()]];
    }),
  );
}

/** The last part of where it lies says best what it is: `./tools/ruff`, `git+https://x/ruff.git#egg=ruff`. */
function nameOfPath(target: string): string {
  const [, egg] = /#egg=([\w.-]+)/.exec(target) ?? [];
  const last = target
    .replace(/[#@?].*$/, '')
    .replace(/(?:\.git|\.whl|\.tar\.gz|\.zip)?\/*$/, '')
    .split('/')
    .at(-1);
  return normalizeName(egg ?? last?.split('-')[0] ?? target);
}
