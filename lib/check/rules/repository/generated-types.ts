import { tableIn, textListIn, valueIn } from '#base/data.ts';
import { isOlder } from '#base/version-order.ts';
import { listProjectCommands } from './commands/project-commands.ts';
import { type RepositoryFacts, within } from './facts.ts';

/** A framework that writes types for the code of a project, beside it and where git ignores them. */
interface TypeGenerator {
  readonly package: string;
  /** The first version that has the command. */
  readonly since?: string;
  /** Matches what it writes, relative to the root of the project. */
  readonly writes: RegExp;
  readonly run: readonly [string, string];
}

const generators: readonly TypeGenerator[] = [
  {
    package: 'next',
    since: '15.5',
    writes: /^\.next\/(?:dev\/)?types\//,
    run: ['next', 'typegen'],
  },
  { package: '@sveltejs/kit', writes: /^\.svelte-kit\//, run: ['svelte-kit', 'sync'] },
  { package: 'nuxt', writes: /^\.nuxt\//, run: ['nuxt', 'prepare'] },
  { package: 'astro', writes: /^\.astro\//, run: ['astro', 'sync'] },
  { package: '@react-router/dev', writes: /^\.react-router\//, run: ['react-router', 'typegen'] },
];

/**
 * The commands that write the types by which the project of a root is checked. Where the project checks types without any of
 * them, it is checked so here: what it then finds missing, its own command misses too.
 */
export function listTypeCommands(
  facts: RepositoryFacts,
  root: string,
): readonly { readonly run: readonly [string, string]; readonly because: string }[] {
  const project = within(root, 'tsconfig.json');
  return generators.flatMap((generator) => {
    const { run, writes } = generator;
    const named = namesIn(facts, project).filter((name) => writes.test(name));
    if (named.length === 0 || !isAskedFor(facts, root, generator)) return [];
    const isBase = basesOf(facts, project).some((name) => writes.test(name));
    if (!isBase && isCheckedWithout(facts, root, run)) return [];
    return [{ run, because: `${project} names ${named[0]}` }];
  });
}

/** Of these commands those whose types are not there. */
export function listMissingTypes(
  facts: RepositoryFacts,
  root: string,
): ReturnType<typeof listTypeCommands> {
  const written = listGeneratedFiles(facts, root);
  return listTypeCommands(facts, root).filter(({ run }) => {
    const writes = generators.find((one) => one.run === run)?.writes;
    return !written.some((path) => writes?.test(path.slice(within(root, '').length)) === true);
  });
}

/** What such frameworks wrote in a root. */
export function listGeneratedFiles({ files }: RepositoryFacts, root: string): readonly string[] {
  const start = root === '.' ? '' : `${root}/`;
  return [...files].filter((path) => {
    if (!path.startsWith(start) || !/^(?:\.|next-env\.d\.ts$)/.test(path.slice(start.length)))
      return false;
    const own = path.slice(start.length);
    return own === 'next-env.d.ts' || generators.some(({ writes }) => writes.test(own));
  });
}

function isAskedFor(
  { manifests }: RepositoryFacts,
  root: string,
  { package: name, since }: TypeGenerator,
): boolean {
  const manifest = manifests.get(within(root, 'package.json'));
  const asked = { ...tableIn(manifest, 'devDependencies'), ...tableIn(manifest, 'dependencies') };
  const version = asked[name];
  if (typeof version !== 'string') return false;
  return since === undefined || !/\d/.test(version) || !isOlder(version, since);
}

/** A compiler is started, and nothing writes the types before. */
function isCheckedWithout(
  facts: RepositoryFacts,
  root: string,
  [tool, verb]: TypeGenerator['run'],
): boolean {
  const own = listProjectCommands(facts).filter((command) => command.root === root);
  if (own.some((command) => command.tool === tool && command.args[0] === verb)) return false;
  return own.some((command) => ['tsc', 'vue-tsc', 'tsgo'].includes(command.tool));
}

function basesOf({ manifests }: RepositoryFacts, project: string): readonly string[] {
  const data = manifests.get(project);
  const base = valueIn(data, 'extends');
  return [...(typeof base === 'string' ? [base] : []), ...textListIn(data, 'extends')].map(plain);
}

function namesIn(facts: RepositoryFacts, project: string): readonly string[] {
  const data = facts.manifests.get(project);
  const references = valueIn(data, 'references');
  const referred = (Array.isArray(references) ? references : []).map((one) => valueIn(one, 'path'));
  return [
    ...basesOf(facts, project),
    ...['include', 'files'].flatMap((key) => textListIn(data, key)).map(plain),
    ...referred.flatMap((path) => (typeof path === 'string' ? [plain(path)] : [])),
  ];
}

function plain(name: string): string {
  return name.replace(/^\.\//, '');
}
