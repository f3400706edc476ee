import type { EnginePlan } from '#model/engine-plan.ts';
import { folderOf } from '../repository/facts.ts';
import { canonicalPath } from '../scope/canonical-paths.ts';

/** The files that engines are given as their configuration, whatever they are called. */
export function configsOfPlan(
  { root, config, args }: Pick<EnginePlan, 'args' | 'config' | 'root'>,
  repository: string,
): readonly string[] {
  const inside = (path: string) => (path.startsWith('/') ? path : `${repository}/${root}/${path}`);
  const given = args.flatMap((arg, index) => {
    const [, option = '', value] = /^(--?[\w-]+)=(.+)$/.exec(arg) ?? [];
    if (value !== undefined) return namesConfig.test(option) ? [value] : [];
    return namesConfig.test(args[index - 1] ?? '') ? [arg] : [];
  });
  return [...(config.path === null ? [] : [config.path]), ...given].flatMap(
    (path) => canonicalPath(inside(path), { root: repository }) ?? [],
  );
}

const namesConfig = /^--?(?:[\w-]*(?:config|conf|rcfile|project|settings)[\w-]*|c|p)$/;

/** The paths that a configuration may take further rules from: it extends them, loads them or imports them. */
export function referencesOf(path: string, text: string): readonly string[] {
  const values = [...text.matchAll(takesFrom)].flatMap(([, value = '']) => splitValues(value));
  return placesOf(path, [...values, ...importsOf(path, text)]);
}

/** The paths of what a configuration of tests has run before them, or in place of their runner. */
export function setUpsOf(path: string, text: string): readonly string[] {
  const values = [...text.matchAll(hasRun)].flatMap(([, value = '']) => splitValues(value));
  const plugins = [...text.matchAll(plugsIn)].map(([, name = '']) => name);
  return placesOf(path, [...values, ...plugins]);
}

/** Names are looked for beside the file that has them, and from the top. */
function placesOf(path: string, names: readonly string[]): readonly string[] {
  const isOfScripts = /\.(?:jsonc?|[cm]?[jt]s)$/.test(path);
  return names
    .map((name) => name.replace(/^<rootDir>\//, './'))
    .filter((name) => name.length <= longestName && !name.startsWith('/'))
    .flatMap((name) => formsOf(name, isOfScripts))
    .flatMap((name) => [`/${folderOf(path)}/${name}`, `/${name}`])
    .flatMap((name) => canonicalPath(name, { root: '/' }) ?? []);
}

/** Configurations of tests import the code that they are for, too, and that is none. */
function importsOf(path: string, text: string): readonly string[] {
  const imports = [...text.matchAll(importsFrom)].flatMap(([, value = '']) => value);
  const ofTests = /(?:^|\/)vite[^/]*$/;
  return ofTests.test(path) ? imports.filter((name) => ofTests.test(name)) : imports;
}

const longestName = 500;

// Of runners for scripts; values may be lists, or tables of which the values count.
const hasRun =
  /(?<![\w-])["']?(?:setupFiles(?:AfterEnv)?|setupTestFrameworkScriptFile|globalSetup|globalTeardown|testEnvironment|environment|runner|testRunner|testSequencer|snapshotSerializers|transform|resolver|reporters?|require|import|loader|pool|sequencer)["']?[ \t]{0,20}[:=][ \t]{0,20}([[{][^\]}]{0,5000}[\]}]|[^\n[{]{1,500})/g;
// Of pytest: `-p name` in its options, and the modules that a test module names.
const plugsIn =
  /(?:(?<=[\s"'])-p[ =]?|\bpytest_plugins\s*[:=+]{1,2}\s*[[(]?\s*["'])([\w.]{1,200})/g;

// Up to the end of a list in brackets, or else of the line.
const takesFrom =
  /(?<![\w-])["']?(?:extends?|plugins|load-plugins|jsPlugins)["']?[ \t]{0,20}[:=][ \t]{0,20}(\[[^\]]{0,5000}\]|[^\n[]{1,500})/g;
const importsFrom =
  /(?:\bfrom|\bimport|\brequire|\bimport\.meta\.resolve)[ \t]{0,20}\(?[ \t]{0,20}["'](\.{1,2}\/[^"'\n]{1,500})["']/g;

function splitValues(value: string): readonly string[] {
  return value.split(/[\s,[\]{}:"'`]+/).filter((text) => text !== '');
}

/** A file may be named without its end or by that of what it is compiled to, a module of Python by dots. */
function formsOf(name: string, isOfScripts: boolean): readonly string[] {
  const stem = name.replace(/\.([cm]?)js$/, '.$1ts');
  if (/^\.{0,2}\//.test(name)) return [...ends.map((end) => `${name}${end}`), stem];
  if (isOfScripts || !/^[A-Za-z_][\w.]*$/.test(name)) return [name];
  const module = name.replaceAll('.', '/');
  return [name, `${module}.py`, `${module}/__init__.py`];
}

const ends = ['', '.json', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '/index.js', '/index.ts'];
