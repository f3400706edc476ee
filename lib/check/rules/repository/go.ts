import type { Detection } from './evidence.ts';
import { isIgnored, type RepositoryFacts, upward, within } from './facts.ts';
import { isBelow } from './roots.ts';

/** Variables by which a caller sets up Go. */
export const goVariables = [
  'CC',
  'CGO_ENABLED',
  'GOCACHE',
  'GOEXPERIMENT',
  'GOFLAGS',
  'GOMODCACHE',
  'GOPATH',
  'GOROOT',
  'GOTOOLCHAIN',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
];

/** Whether a root is a module with a file of this kind that `./...` stands for. */
export function detectGoModule(
  facts: RepositoryFacts,
  root: string,
  { names, what }: { readonly names: RegExp; readonly what: string },
): Detection {
  const manifest = within(root, 'go.mod');
  if (!facts.files.has(manifest)) {
    return { kind: 'absent', because: 'there is no go.mod', noSign: true };
  }
  const file = [...facts.files].find((path) => names.test(path) && isOfModule(facts, path, root));
  if (file === undefined) return { kind: 'absent', because: `${manifest} is there, but ${what}` };
  return { kind: 'present', because: `${manifest} is there`, at: root };
}

const formats = /\b(?:gofmt|gofumpt|goimports|go fmt)\b/;
const saysCommands =
  /(?:^|\/)(?:\.github\/workflows\/[^/]+|[Mm]akefile|[Jj]ustfile|[\w-]+\.sh)$|^\.pre-commit/;

/** Whether the project has its code formatted: what Go writes changes with its versions, so many repositories differ. */
export function detectGofmt(facts: RepositoryFacts, root: string): Detection {
  const module = detectGoModule(facts, root, {
    names: /\.go$/,
    what: 'no file of Go belongs to it',
  });
  if (module.kind === 'absent') return module;
  // It stands in conditions of the shell, and not as a command of its own.
  const [path] =
    [...facts.manifests].find(
      ([one, data]) => saysCommands.test(one) && formats.test(textOf(data)),
    ) ?? [];
  if (path === undefined)
    return { kind: 'absent', because: 'nothing in the project formats its Go' };
  return { kind: 'present', because: `${path} speaks of its format`, at: root };
}

/** All that a file says, its breaks and indents as spaces. */
function textOf(data: unknown): string {
  return (JSON.stringify(data) ?? '').replaceAll(/\\[nrt]/g, ' ');
}

/** Folders of these names are left out where all packages are asked for. */
export function isLeftOutByGo(path: string): boolean {
  return /(?:^|\/)(?:testdata|vendor|node_modules|[._][^/]+)\//.test(path);
}

/** The packages that paths of a scope lie in, as patterns. */
export function packagePatterns(scope: readonly string[]): readonly string[] {
  return [...new Set(scope.map(packagePattern))];
}

function packagePattern(path: string): string {
  if (path === '.') return './...';
  if (!path.endsWith('.go')) return `./${path}/...`;
  return path.includes('/') ? `./${path.slice(0, path.lastIndexOf('/'))}` : '.';
}

function isOfModule(facts: RepositoryFacts, path: string, root: string): boolean {
  if (!isBelow(path, root)) return false;
  const inside = root === '.' ? path : path.slice(root.length + 1);
  const nearest = upward(path).find((folder) => facts.files.has(within(folder, 'go.mod')));
  return nearest === root && !isLeftOutByGo(inside) && !isIgnored(facts, path);
}
