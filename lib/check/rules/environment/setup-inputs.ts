import { tableIn, valueIn } from '#base/data.ts';
import { foldersAbove } from '#base/folders-above.ts';
import { within } from '../repository/facts.ts';

/** A file of a tree, with the name that git gives its content. */
export interface TrackedFile {
  readonly path: string;
  readonly blob: string;
}

/** Files that installers read, by their names: what they say decides what is installed. */
const inputNames: readonly RegExp[] = [
  // Node
  /^(?:package|package-lock|npm-shrinkwrap)\.json$/,
  /^(?:yarn|bun)\.lock$|^bun\.lockb$|^bunfig\.toml$/,
  /^pnpm-(?:lock|workspace)\.yaml$|^\.pnpmfile\.[cm]?js$/,
  /^\.npmrc$|^\.yarnrc(?:\.yml)?$|^\.nvmrc$|^\.node-version$/,
  // Python
  /^pyproject\.toml$|^setup\.(?:py|cfg)$|^MANIFEST\.in$/,
  /^(?:[\w.-]*requirements[\w.-]*|[\w.-]*constraints[\w.-]*)\.(?:txt|in)$/i,
  /^(?:uv|poetry|pdm)\.(?:lock|toml)$|^Pipfile(?:\.lock)?$|^\.python-version$/,
  /^tox\.ini$|^noxfile\.py$|^hatch\.toml$|^environment\.ya?ml$|^pip\.conf$/,
  // Go, Rust, and what chooses versions of all of them
  /^go\.(?:mod|sum|work|work\.sum)$|^Cargo\.(?:toml|lock)$|^rust-toolchain(?:\.toml)?$/,
  /^\.tool-versions$|^\.?mise(?:\.[\w.-]+)?\.toml$/,
];

/** Folders of which installers read or run every file. */
const inputFolders: ReadonlySet<string> = new Set([
  '.cargo',
  '.yarn',
  'patches',
  'requirements',
  'vendor',
]);

/** The files of a tree that decide what set-up installs: those of the tables, and those that its commands and scripts name. */
export function listSetupInputs<File extends Pick<TrackedFile, 'path'>>(
  files: readonly File[],
  lines: readonly SetupLine[],
): readonly File[] {
  const words = new Set(lines.flatMap(pathsIn));
  return files.filter(
    ({ path }) => isSetupInput(path) || [path, ...foldersAbove(path)].some((one) => words.has(one)),
  );
}

function isSetupInput(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? path;
  return (
    inputNames.some((names) => names.test(name)) ||
    parts.slice(0, -1).some((folder) => inputFolders.has(folder))
  );
}

/** A command, or a script that a manager of packages runs while it installs. */
export interface SetupLine {
  readonly text: string;
  /** The folder of the repository in which it runs. */
  readonly cwd: string;
}

/** The words of a line that may name a file of the repository. */
function pathsIn({ text, cwd }: SetupLine): readonly string[] {
  const words = text.split(/[\s"'`;&|<>()=,]+/).map((word) => word.replace(/^(?:\.\/)+/, ''));
  return words.filter((word) => word.length > 1).map((word) => within(cwd, word));
}

/** Scripts of the project itself that managers of packages run while they install. */
const lifecycle = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];

/** What a manifest of Node says that runs while it is installed. */
export function listInstallScripts(manifest: unknown): readonly string[] {
  return lifecycle.flatMap((name) => {
    const script = valueIn(manifest, 'scripts', name);
    return typeof script === 'string' ? script : [];
  });
}

/** Whether a manifest of Node asks for a folder or an archive of the repository by its path: what that holds is installed. */
export function asksForOwnFiles(manifest: unknown): boolean {
  return dependencyTables.some((table) =>
    Object.values(tableIn(manifest, table)).some(
      (wanted) => typeof wanted === 'string' && wanted.startsWith('file:'),
    ),
  );
}

const dependencyTables = ['dependencies', 'devDependencies', 'optionalDependencies'];
