import { isObject, tableIn, textListIn, valueIn } from '#base/data.ts';
import { normalizeName } from '../repository/requirement-lists.ts';
import { fileName } from './judged-turn.ts';

/** One package as a lock file has it installed. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Where it is taken from: a host, a path, a repository; empty: from where all packages are. */
  readonly from: string;
  /** The digests of its files, where there are any. */
  readonly digests: readonly string[];
}

type Parse = (path: string, text: string) => unknown;

/** What a lock file has installed; undefined: its form is not known, or it does not have it. */
export function readLockedPackages(
  path: string,
  text: string,
  parse: Parse,
): readonly LockedPackage[] | undefined {
  const name = fileName(path).toLowerCase();
  const read = readers.find(([pattern]) => pattern.test(name))?.[1];
  return read?.(text, parse);
}

type Reader = (text: string, parse: Parse) => readonly LockedPackage[] | undefined;

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/^(?:package-lock|npm-shrinkwrap)\.json$/, readNpmLock],
  [/^yarn\.lock$/, readYarnLock],
  [/^pnpm-lock\.yaml$/, readPnpmLock],
  [/^(?:poetry|uv|pdm|cargo)\.lock$|^pylock(?:\.[\w-]+)?\.toml$/, readTomlLock],
  [/^pipfile\.lock$/, readPipfileLock],
  [/^go\.sum$/, readGoSum],
];

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readNpmLock(text: string, parse: Parse): readonly LockedPackage[] | undefined {
  const data = parse('lock.json', text);
  if (!isObject(data)) return undefined;
  const entries = Object.entries(tableIn(data, 'packages'));
  const listed = entries.flatMap(([place, entry]): LockedPackage[] => {
    const at = place.lastIndexOf('node_modules/');
    if (at < 0) return [];
    const version = textOf(valueIn(entry, 'version'));
    const resolved = textOf(valueIn(entry, 'resolved'));
    const from = valueIn(entry, 'link') === true ? `link:${resolved}` : sourceOfAddress(resolved);
    const digests = hashesIn(valueIn(entry, 'integrity'));
    return [{ name: place.slice(at + 'node_modules/'.length), version, from, digests }];
  });
  return [...listed, ...readOlderNpm(tableIn(data, 'dependencies'))];
}

function readOlderNpm(table: Readonly<Record<string, unknown>>): readonly LockedPackage[] {
  return Object.entries(table).flatMap(([name, entry]) => [
    {
      name,
      version: textOf(valueIn(entry, 'version')),
      from: sourceOfAddress(textOf(valueIn(entry, 'resolved'))),
      digests: hashesIn(valueIn(entry, 'integrity')),
    },
    ...readOlderNpm(tableIn(entry, 'dependencies')),
  ]);
}

/** Of an address on the web its host: what is behind that differs for each package. */
function sourceOfAddress(address: string): string {
  const [, host] = /^https?:\/\/(?:[^/@]*@)?([^/]+)\//.exec(address) ?? [];
  return host ?? address.replace(/#.*$/, '');
}

function readYarnLock(text: string): readonly LockedPackage[] {
  const blocks = text.split(/\r?\n(?=\S)/);
  return blocks.flatMap((block): LockedPackage[] => {
    const [, asked = ''] = /^["']?((?:@[^@/\s"']+\/)?[^@\s"',]+)@/.exec(block) ?? [];
    if (asked === '' || asked.startsWith('#')) return [];
    const field = (name: string): string =>
      new RegExp(String.raw`^ {2}${name}:? +"?([^"\n]*)"?\r?$`, 'm').exec(block)?.[1] ?? '';
    const resolution = field('resolution');
    const [, protocol = '', rest = ''] = /^(?:@[^@]+|[^@]+)@(\w+):(.*)$/.exec(resolution) ?? [];
    const ofBerry = protocol === '' || protocol === 'npm' ? '' : `${protocol}:${rest}`;
    const resolved = sourceOfAddress(field('resolved'));
    return [
      {
        name: asked,
        version: field('version'),
        from: resolution === '' ? resolved : ofBerry,
        digests: hashesIn(field('integrity') || field('checksum')),
      },
    ];
  });
}

function readPnpmLock(text: string): readonly LockedPackage[] {
  const [, section = ''] = /^packages:\r?\n([^]*?)(?=^\S|$(?![^]))/m.exec(text) ?? [];
  const blocks = section.split(/\r?\n(?= {2}\S)/);
  return blocks.flatMap((block): LockedPackage[] => {
    const [, key = ''] =
      /^ *(?:'([^']+)'|"([^"]+)"|([^\s'"][^\n]*?)):/.exec(block)?.filter(Boolean) ?? [];
    const [, name, version = ''] = /^\/?((?:@[^@/]+\/)?[^@/]+)[@/]([^()]*)/.exec(key) ?? [];
    if (name === undefined) return [];
    const [, tarball = ''] = /\btarball: *['"]?([^\s,}'"]+)/.exec(block) ?? [];
    const [, integrity] = /\bintegrity: *['"]?([^\s,}'"]+)/.exec(block) ?? [];
    const isPlain = /^\d/.test(version);
    return [
      {
        name,
        version,
        from: isPlain ? sourceOfAddress(tarball) : version,
        digests: hashesIn(integrity),
      },
    ];
  });
}

function readTomlLock(text: string, parse: Parse): readonly LockedPackage[] | undefined {
  const data = parse('lock.toml', text);
  if (!isObject(data)) return undefined;
  const list = valueIn(data, 'package') ?? valueIn(data, 'packages');
  if (!Array.isArray(list)) return [];
  const older = tableIn(data, 'metadata', 'files');
  return list.map((entry: unknown) => {
    const name = textOf(valueIn(entry, 'name'));
    const files = ['checksum', 'sdist', 'wheels', 'files'].map((key) => valueIn(entry, key));
    return {
      name: normalizeName(name),
      version: textOf(valueIn(entry, 'version')),
      from: describeTomlSource(entry),
      digests: [...files, older[name]].flatMap(hashesIn),
    };
  });
}

/** Only the digests: addresses of the same content may differ from day to day. */
function hashesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : value.split(/\s+/);
  if (Array.isArray(value)) return value.flatMap(hashesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (key === 'hash') return hashesIn(one);
    if (key !== 'hashes') return [];
    return Object.entries(tableIn(one)).map(([kind, hash]) => `${kind}:${textOf(hash)}`);
  });
}

function describeTomlSource(entry: unknown): string {
  const source = valueIn(entry, 'source');
  if (typeof source === 'string')
    return sourceOfAddress(source.replace(/^(?:registry|sparse)\+/, ''));
  const kinds = isObject(source)
    ? source
    : { ...pick(entry, 'directory'), ...pick(entry, 'vcs'), ...pick(entry, 'archive') };
  const registry = valueIn(kinds, 'registry');
  if (typeof registry === 'string') return sourceOfAddress(`${registry}/`);
  const url = valueIn(kinds, 'url');
  if (valueIn(kinds, 'type') === 'legacy' && typeof url === 'string') {
    return sourceOfAddress(`${url}/`);
  }
  // The project itself.
  if (valueIn(kinds, 'virtual') !== undefined || valueIn(kinds, 'editable') === '.') return '';
  return Object.entries(kinds)
    .filter(([key]) => key !== 'resolved_reference' && key !== 'reference')
    .map(([key, value]) => `${key}:${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
    .replace(/(#|\?rev=)[^ ]*/, '');
}

function pick(entry: unknown, key: string): Readonly<Record<string, unknown>> {
  const value = valueIn(entry, key);
  return value === undefined ? {} : { [key]: value };
}

function readPipfileLock(text: string, parse: Parse): readonly LockedPackage[] | undefined {
  const data = parse('lock.json', text);
  if (!isObject(data)) return undefined;
  return Object.keys(data)
    .filter((section) => section !== '_meta')
    .flatMap((section) =>
      Object.entries(tableIn(data, section)).map(([name, entry]) => ({
        name: normalizeName(name),
        version: textOf(valueIn(entry, 'version')),
        from: ['git', 'path', 'file', 'url', 'index']
          .flatMap((kind) => {
            const value = textOf(valueIn(entry, kind));
            return value === '' ? [] : [`${kind}:${value}`];
          })
          .join(' '),
        digests: textListIn(entry, 'hashes'),
      })),
    );
}

function readGoSum(text: string): readonly LockedPackage[] {
  return text.split(/\r?\n/).flatMap((line): LockedPackage[] => {
    const [name = '', version = '', digest = ''] = line.trim().split(/\s+/);
    return digest === '' ? [] : [{ name, version, from: '', digests: [digest] }];
  });
}
