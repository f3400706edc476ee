import { nameFirst } from '#base/words.ts';
import { shownText } from '../verdict/rejection.ts';

/** The names under which the code of a tree can be imported: its packages of the top, and modules beside them. */
export function importedNames(paths: readonly string[]): readonly string[] {
  const packages = new Set(
    paths.filter((path) => /(?:^|\/)__init__\.pyi?$/.test(path)).map(folderOf),
  );
  const top = [...packages].filter((folder) => folder !== '' && !packages.has(folderOf(folder)));
  const beside = new Set(['', 'src', 'lib', ...top.map(folderOf)]);
  const modules = paths.filter(
    (path) => path.endsWith('.py') && beside.has(folderOf(path)) && !path.endsWith('__init__.py'),
  );
  const names = [...top, ...modules.map((path) => path.slice(0, -3))].map((path) =>
    path.slice(path.lastIndexOf('/') + 1),
  );
  return [...new Set(names)].filter((name) => /^[A-Za-z_]\w*$/.test(name)).slice(0, mostNames);
}

const mostNames = 300;

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Modules that are found in the repository though its copy has none of them. */
export interface LeakingInterpreter {
  /** Engines that it runs. */
  readonly engines: readonly string[];
  readonly interpreter: string;
  /** Where each module was found, by its name. */
  readonly found: Readonly<Record<string, string>>;
}

/** Why nothing that these tools say of a copy can be believed; undefined: nothing leads out of it. */
export function explainLeaks(leaks: readonly LeakingInterpreter[]): string | undefined {
  const first = leaks.find(({ found }) => Object.keys(found).length > 0);
  if (first === undefined) return undefined;
  const { engines, interpreter, found } = first;
  const [[name, place] = ['', '']] = Object.entries(found);
  return `${nameFirst(engines, 3)} would judge the code of the repository in place of the repair: a copy without it still finds the module ${shownText(name)} in ${shownText(place)}, because something installed for ${shownText(interpreter)} leads there. Install the project into an environment of its own, by a path (\`python -m venv .venv\`, \`.venv/bin/pip install -e .\`), and run this again.`;
}
