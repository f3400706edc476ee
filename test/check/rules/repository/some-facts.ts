import type { RepositoryFacts } from '#check/rules/repository/facts.ts';

interface Some extends Pick<
  RepositoryFacts,
  'kept' | 'missingHooks' | 'poetryMakesNone' | 'programs' | 'pythons'
> {
  readonly files?: readonly string[];
  readonly manifests?: Readonly<Record<string, unknown>>;
  readonly environments?: readonly string[];
  readonly ignored?: readonly string[];
  /** What is installed, by environment. */
  readonly packages?: Readonly<Record<string, readonly string[]>>;
  readonly uvProjectEnvironment?: string;
  readonly virtualEnv?: string;
  readonly programs?: ReadonlySet<string>;
}

/** Facts of a repository in which there is nothing else. */
export function someFacts({
  files = [],
  manifests = {},
  environments = [],
  ignored = [],
  packages = {},
  ...rest
}: Some): RepositoryFacts {
  return {
    files: new Set([...files, ...Object.keys(manifests)]),
    manifests: new Map(Object.entries(manifests)),
    environments: new Set(environments),
    ignored: new Set(ignored),
    packages: new Map(
      Object.entries(packages).map(([folder, names]) => [folder, new Set(names)] as const),
    ),
    ...rest,
  };
}
