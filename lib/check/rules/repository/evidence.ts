import * as z from 'zod';
import { tableIn } from '#base/data.ts';
import { type RepositoryFacts, upward, within } from './facts.ts';
import { dependenciesAt } from './node.ts';

/** Whether a tool belongs to a root, what says so, and the folder that shows it: the root or one above. */
export type Detection =
  | { readonly kind: 'present'; readonly because: string; readonly at: string }
  | {
      readonly kind: 'absent';
      readonly because: string;
      /** It is configured, and kept somewhere else. */
      readonly leftAlone?: true;
      /** Nothing in the repository shows it. */
      readonly noSign?: true;
    };

/** What shows that a tool is meant to be used. */
export interface Signs {
  /** Names of files that configure it. */
  readonly files?: readonly string[];
  /** Tables under `[tool]` of pyproject.toml. */
  readonly tables?: readonly string[];
  /** Sections of INI files that many tools share, by the names of these files. */
  readonly sections?: Readonly<Record<string, RegExp>>;
  /** A package that package.json asks for. */
  readonly dependency?: string;
  /** Whether only the root itself counts, and no folder above. */
  readonly here?: boolean;
  /** Why it is absent where nothing shows it. */
  readonly otherwise: string;
}

/** Searches for the signs folder by folder upward: the nearest folder with a sign decides. */
export function findEvidence(facts: RepositoryFacts, root: string, signs: Signs): Detection {
  for (const folder of signs.here === true ? [root] : upward(root)) {
    const because = findSignIn(facts, folder, signs);
    if (because !== undefined) return { kind: 'present', because, at: folder };
  }
  return { kind: 'absent', because: signs.otherwise, noSign: true };
}

const pyproject = z.looseObject({ tool: z.looseObject({}) });

function findSignIn(facts: RepositoryFacts, folder: string, signs: Signs): string | undefined {
  const there = (names: readonly string[] = []): string | undefined =>
    names.map((name) => within(folder, name)).find((path) => facts.files.has(path));
  const own = there(signs.files);
  if (own !== undefined) return `${own} configures it`;
  const path = within(folder, 'pyproject.toml');
  const parsed = pyproject.safeParse(facts.manifests.get(path));
  const tables = parsed.success ? parsed.data.tool : {};
  if (signs.tables?.some((name) => Object.hasOwn(tables, name)) === true) {
    return `${path} configures it`;
  }
  for (const [name, section] of Object.entries(signs.sections ?? {})) {
    const shared = within(folder, name);
    const names = Object.keys(tableIn(facts.manifests.get(shared)));
    if (names.some((one) => section.test(one))) return `${shared} configures it`;
  }
  const { dependency } = signs;
  if (dependency === undefined || !dependenciesAt(facts, folder).has(dependency)) return undefined;
  return `${within(folder, 'package.json')} asks for ${dependency}`;
}
