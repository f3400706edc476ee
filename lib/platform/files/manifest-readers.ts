import { parse as parseToml } from 'smol-toml';
import { valueIn } from '#base/data.ts';
import { readYaml } from '#config/yaml-source.ts';
import { readIni } from '#check/rules/repository/ini.ts';
import { readJsonc } from '#check/rules/repository/jsonc.ts';

type Reader = (text: string) => unknown;

const yaml: Reader = (text) => readYaml(text).value;
const asText: Reader = (text) => ({ text });

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/^(?:setup\.cfg|tox\.ini|\.?(?:mypy|pytest)\.ini)$/, readIni],
  [/^tsconfig(?:\..+)?\.json$/, readJsonc],
  [/^(?:lerna|jest\.config)\.json$/, readJsonc],
  [/^(?:tox|hatch|poetry|\.?ruff)\.toml$/, parseToml],
  [/^\.pre-commit-config\.yaml$/, yaml],
  [/^(?:noxfile\.py|(?:GNUm|[Mm])akefile|\.?[Jj]ustfile|[\w-]+\.sh)$/, asText],
  [/^pnpm-workspace\.yaml$/, (text) => ({ packages: listIn(text, 'packages') })],
  // It may hold keys of registries, which are none of our business.
  [/^\.yarnrc\.yml$/, (text) => ({ nodeLinker: valueIn(yaml(text), 'nodeLinker') })],
  [/^\.(?:python-version|nvmrc|node-version|tool-versions)$/, listLines],
  [
    /^eslint\.config\.[cm]?js$/,
    (text) => ({
      imports: [
        ...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*(['"`])([^'"`]*)\1/g),
      ].map(([, , name]) => name),
      typed: /\bproject\b|\bprojectService\b|TypeChecked/.test(text),
    }),
  ],
  [/^go\.work$/, (text) => ({ use: listUsed(text) })],
  [/^(?:Cargo|\.?rustfmt)\.toml$/, parseToml],
  [/^\.golangci\.ya?ml$/, yaml],
  [/^\.golangci\.toml$/, parseToml],
  [/^\.golangci\.json$/, readJsonc],
  [/^(?:\.?pylintrc|\.flake8)$/, readIni],
  [/^\.?pylintrc\.toml$/, parseToml],
  [/^(?:\.oxlintrc\.jsonc?|\.(?:eslint|stylelint|prettier)rc\.json)$/, readJsonc],
  [/^\.markdownlint-cli2\.jsonc$/, readJsonc],
  [/^(?:\.(?:eslint|stylelint|prettier)rc(?:\.ya?ml)?|\.markdownlint-cli2\.yaml)$/, yaml],
  [/^[\w.-]*requirements[\w.-]*\.(?:txt|in)$/, listLines],
  [
    /^(?:vite(?:st)?|jest)\.config\.[cm]?[jt]s$/,
    (text) => ({
      projects: /\b(?:projects|workspace)\s*[:,]/.test(text),
      measures: /\bcoverage\s*:\s*\{[^}]*\benabled\s*:\s*true/.test(text),
    }),
  ],
];

/** Most files are none of these, and to ask once is quicker. */
const isKnown = new RegExp(readers.map(([{ source }]) => source).join('|'));

const byEnding: readonly (readonly [RegExp, Reader])[] = [
  [/\.(?:ini|cfg)$/, readIni],
  [/\.toml$/, parseToml],
  [/\.jsonc?$/, readJsonc],
];

/** What reads a file that says how a project is kept or its tools are configured; undefined: it is none. */
export function findManifestReader(path: string, named: readonly string[]): Reader | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)) return yaml;
  if (/(?:^|\/)(?:scripts?|bin|tools|ci)\/[\w-]+$/.test(path)) return asShellScript;
  if (/(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/.test(path)) return listLines;
  const known = isKnown.test(name) ? readers.find(([pattern]) => pattern.test(name)) : undefined;
  if (known !== undefined || !named.includes(path)) return known?.[1];
  return byEnding.find(([pattern]) => pattern.test(name))?.[1];
}

/** Without a name that says so, it may be anything. */
function asShellScript(text: string): unknown {
  return /^#!.*\b(?:ba|da|k|z)?sh\b/.test(text) ? asText(text) : {};
}

function listLines(text: string): unknown {
  return { lines: text.split(/\r?\n/) };
}

/** The modules of a go.work, named one by one or in brackets. */
function listUsed(text: string): readonly string[] {
  const plain = text.replaceAll(/\/\/.*$/gm, '');
  const blocks = [...plain.matchAll(/^use\s*\(([^)]*)\)/gm)].flatMap(([, all = '']) =>
    all.split('\n'),
  );
  const single = [...plain.matchAll(/^use\s+([^(\s]+)\s*$/gm)].map(([, one = '']) => one);
  return [...blocks, ...single]
    .map((one) => one.trim().replaceAll('"', ''))
    .filter((one) => one !== '');
}

/** A list of plain texts at the top of a YAML file: more is never written there. */
function listIn(text: string, key: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (start < 0) return [];
  const inline = /\[(.*)\]/.exec(lines[start] ?? '')?.[1];
  if (inline !== undefined) return inline.split(',').map(unquoteScalar);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^[^\s#-]/.test(line));
  return rest
    .slice(0, end < 0 ? undefined : end)
    .flatMap((line) => /^\s*-\s+(.+)$/.exec(line)?.[1] ?? [])
    .map(unquoteScalar);
}

function unquoteScalar(text: string): string {
  const [, quoted, bare] = /^\s*(?:(?=["'])["']([^"']*)["']|([^#]*?))\s*(?:#.*)?$/.exec(text) ?? [];
  return (quoted ?? bare ?? '').trim();
}
