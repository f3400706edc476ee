import { tableIn, valueIn } from '#base/data.ts';
import { canonicalJson } from '#base/json.ts';
import { compareAsked } from './asked-packages.ts';
import type { JudgingReader, ReadingEngine } from './judged-turn.ts';
import { preferRunning } from './who-is-milder.ts';

/** A Cargo.toml: what it asks for, and what is built in its place. */
export const readCargoManifest: JudgingReader = ({ before, after }, { engines, parse }) => {
  const [old, now] = [before.text, after.text].map((text) => parse('Cargo.toml', text ?? ''));
  const readers = ofLanguage(engines, 'rust');
  const moved = ['patch', 'replace'].filter((key) => differ(old, now, key));
  const judging = ['lints', 'profile'].filter((key) => differ(old, now, key));
  return [
    ...(moved.length === 0
      ? []
      : [
          {
            class: 'tool' as const,
            sentence: `Which packages are built in place of those that are asked for is changed in ${moved.join(', ')}.`,
            milder: preferRunning(readers),
          },
        ]),
    ...(judging.length === 0
      ? []
      : [
          {
            class: 'configuration' as const,
            sentence: `What the compiler and clippy say is changed in ${judging.join(', ')}.`,
            milder: preferRunning(readers),
          },
        ]),
    ...compareAsked(askedOfCargo(old), askedOfCargo(now), {
      engines,
      language: 'rust',
      isOwn: (asked) => asked.includes('"path":'),
      isElsewhere: (asked) => /"(?:path|git|registry)":/.test(asked),
    }),
  ];
};

/** A go.mod: what it asks for, and what stands in its place. */
export const readGoModule: JudgingReader = ({ before, after }, { engines }) => {
  const [old, now] = [before.text, after.text].map((text) => readGoLines(text ?? ''));
  const elsewhere = /^=>/;
  return compareAsked(old ?? new Map(), now ?? new Map(), {
    engines,
    language: 'go',
    isOwn: () => false,
    isElsewhere: (asked) => elsewhere.test(asked),
  });
};

/** Engines of one language. */
function ofLanguage(
  engines: readonly ReadingEngine[],
  wanted: ReadingEngine['language'],
): readonly ReadingEngine[] {
  return engines.filter(({ language }) => language === wanted);
}

function differ(old: unknown, now: unknown, key: string): boolean {
  const [one, other] = [old, now].map((data) => [
    valueIn(data, key) ?? null,
    valueIn(data, 'workspace', key) ?? null,
  ]);
  return canonicalJson(one) !== canonicalJson(other);
}

function askedOfCargo(data: unknown): ReadonlyMap<string, string> {
  const kinds = ['dependencies', 'dev-dependencies', 'build-dependencies'];
  const tables = [
    ...kinds.map((kind) => tableIn(data, kind)),
    tableIn(data, 'workspace', 'dependencies'),
  ];
  const entries = tables.flatMap((table) => Object.entries(table));
  return new Map(
    entries.map(([name, asked]) => [
      name,
      typeof asked === 'string' ? asked : canonicalJson(asked),
    ]),
  );
}

/** Each module with its version, or with what replaces it. */
function readGoLines(text: string): ReadonlyMap<string, string> {
  const asked = new Map<string, string>();
  let block = '';
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.replace(/\/\/.*$/, '').trim();
    const [, opened] = /^(\w+)\s*\($/.exec(line) ?? [];
    if (opened !== undefined) block = opened;
    else if (line === ')') block = '';
    else {
      const [, verb = block, rest = ''] =
        block === '' ? (/^(\w+)\s+(.*)$/.exec(line) ?? []) : [line, block, line];
      const [name = '', ...others] = rest.split(/\s+/);
      const words = others.join(' ');
      if (verb === 'require') asked.set(name, asked.get(name) ?? words);
      if (verb === 'replace') asked.set(name, words.slice(words.indexOf('=>')));
      if (verb === 'toolchain' || verb === 'go') asked.set(verb, name);
    }
  }
  return asked;
}
