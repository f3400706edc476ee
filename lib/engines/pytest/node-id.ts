import { type NamedTest, testOfFile } from '#check/rules/findings/test-names.ts';
import type { JunitCase } from '#check/rules/outcome/junit.ts';

/**
 * Rebuilds the node id that pytest took apart for its report: folders became dots there, `.py` was cut off,
 * and all but the last name went into the class name.
 */
export function namePytestCase({ file, classname, name }: JunitCase): Required<NamedTest> {
  // What cannot be collected has no class name, and its name is the file with dots.
  if (classname === '') return testOfFile(file ?? name, '');
  const own = file === null ? undefined : namesBelowFile(file, classname);
  const { path, names } =
    own === undefined || file === null ? splitByConvention(classname) : { path: file, names: own };
  return testOfFile(path, [...names, name].map((one) => `::${one}`).join(''));
}

function namesBelowFile(file: string, classname: string): readonly string[] | undefined {
  const module = file.replaceAll('/', '.').replace(/\.py$/, '');
  if (classname === module) return [];
  return classname.startsWith(`${module}.`)
    ? classname.slice(module.length + 1).split('.')
    : undefined;
}

/** An inherited test names the file of the class it comes from, so the case of the letters must tell. */
function splitByConvention(classname: string): { path: string; names: readonly string[] } {
  const parts = classname.split('.');
  const first = parts.findIndex((part) => /^_*[A-Z]/.test(part));
  const end = first < 1 ? parts.length : first;
  return { path: `${parts.slice(0, end).join('/')}.py`, names: parts.slice(end) };
}
