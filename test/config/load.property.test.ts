import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadConfig } from '#config/load.ts';
import { formatProblem } from '#config/problems.ts';
import { fixedSettings } from '#config/settings-tree.ts';

const settingPaths = fixedSettings().map(({ path }) => path);
const realKeys = [...new Set(settingPaths.flat()), '__proto__', 'constructor', '<<', ''];

/** Trees of the real keys and others, with all kinds of values at all levels. */
const { tree: anyTree } = fc.letrec<{ tree: unknown; leaf: unknown; map: unknown; list: unknown }>(
  (tie) => ({
    tree: fc.oneof({ maxDepth: 5 }, tie('leaf'), tie('map'), tie('list')),
    map: fc.dictionary(fc.constantFrom(...realKeys), tie('tree'), { maxKeys: 6 }),
    list: fc.array(tie('tree'), { maxLength: 4 }),
    leaf: fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constantFrom(null, '10m', 'src/**', '../x', 'autofix', 'act'),
    ),
  }),
);

const yamlPieces = fc.constantFrom(
  ...'a limits maxFilesChanged : :  -  \t " \' [ ] { } , &a *a !!str !x ?  |  > # << ~ 1 010 .nan true @ ` \\'
    .split(' ')
    .concat('\n', '\n  ', '---\n', '...\n', '%YAML 1.1\n', '\r\n', ' ', '\0', '\uFEFF', '\uD800'),
);
const brokenYaml = fc.array(yamlPieces, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('any text at all', () => {
  it('is read or told why not, with places inside the text', () => {
    fc.assert(fc.property(fc.oneof(brokenYaml, fc.string({ unit: 'binary' })), expectVerdict), {
      numRuns: 300,
    });
  });

  it('may hold any tree of values', () => {
    const texts = fc.oneof(
      anyTree.map((tree) => stringify(tree)),
      anyTree.map((tree) => JSON.stringify(tree)),
    );
    fc.assert(fc.property(texts, expectVerdict), { numRuns: 300 });
  });

  it('may come by the environment and the command line too', () => {
    const setting = fc.constantFrom(...settingPaths.map((path) => path.join('.')));
    const path = fc.oneof(setting, fc.string());
    fc.assert(
      fc.property(path, brokenYaml, (name, text) => {
        const outcome = loadConfig({
          env: { RATCHETR_LIMITS_MAX_FILES_CHANGED: text, RATCHETR_ENGINES: text },
          overrides: [{ path: name, text }],
        });
        expect(outcome.kind === 'ok' || outcome.problems.length > 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('one mistake in a good file', () => {
  const numbers = fixedSettings().filter(({ schema }) => schema.type === 'integer');

  it('is the one problem, at its own place', () => {
    fc.assert(
      fc.property(fc.constantFrom(...numbers), fc.nat({ max: 9 }), ({ path }, blankLines) => {
        const indented = path.map((key, depth) => `${'  '.repeat(depth)}${key}:`).join('\n');
        const outcome = load(`${'\n'.repeat(blankLines)}${indented} wrong\n`);
        const column = (path.length - 1) * 2 + (path.at(-1)?.length ?? 0) + 3;
        expect(outcome.kind === 'ok' ? [] : outcome.problems).toMatchObject([
          { place: `f.yaml:${blankLines + path.length}:${column}`, path: path.join('.') },
        ]);
      }),
    );
  });
});

function load(text: string) {
  return loadConfig({ file: { name: 'f.yaml', text }, env: {}, overrides: [] });
}

function expectVerdict(text: string): void {
  const outcome = load(text);
  if (outcome.kind === 'ok') return;
  expect(outcome.problems.length).toBeGreaterThan(0);
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const problem of outcome.problems) {
    const [, line = 0, column = 0] = /^f\.yaml:(\d+):(\d+)$/.exec(problem.place)?.map(Number) ?? [];
    const width = lines[line - 1]?.length ?? -1;
    expect({ ...problem, inside: column >= 1 && column <= width + 1 }).toMatchObject({
      inside: true,
    });
    expect(formatProblem(problem)).not.toContain('\n');
  }
}
