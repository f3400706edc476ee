import type { EnginePlan } from '#model/engine-plan.ts';
import { folderOf } from '#check/rules/repository/facts.ts';
import { canonicalPath } from '#check/rules/scope/canonical-paths.ts';

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
  const isOfScripts = /\.(?:jsonc?|[cm]?[jt]s)$/.test(path);
  const values = [...text.matchAll(takesFrom)].flatMap(([, value = '']) => splitValues(value));
  return [...values, ...importsOf(path, text)]
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

// Up to the end of a list in brackets, or else of the line.
const takesFrom =
  /(?<![\w-])["']?(?:extends?|plugins|load-plugins|jsPlugins)["']?[ \t]{0,20}[:=][ \t]{0,20}(\[[^\]]{0,5000}\]|[^\n[]{1,500})/g;
const importsFrom =
  /(?:\bfrom|\bimport|\brequire|\bimport\.meta\.resolve)[ \t]{0,20}\(?[ \t]{0,20}["'](\.{1,2}\/[^"'\n]{1,500})["']/g;

function splitValues(value: string): readonly string[] {
  return value.split(/[\s,[\]"'`]+/).filter((text) => text !== '');
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
