import type { ChangedFiles, MadeChange } from './change.ts';

type Start = Readonly<Record<string, string>>;

/**
 * Makes rows whose files lie in a folder, one finding each in a file that is called like the row. What is said of that
 * file alone may be said as a text. A path that begins with `/` is one from the top.
 */
export function rowsIn(engine: string, folder: string, ending: string) {
  return (
    name: string,
    start: string | Start,
    make: string | ChangedFiles,
  ): readonly [string, MadeChange] => {
    const at = `${folder}/${name}${ending}`;
    const begun = typeof start === 'string' ? { [`${name}${ending}`]: start } : start;
    const made = typeof make === 'string' ? { [`${name}${ending}`]: make } : make;
    return [
      `${engine} ${name}`,
      { engine, at, start: placed(begun, folder), make: placed(made, folder) },
    ];
  };
}

function placed<Text>(
  files: Readonly<Record<string, Text>>,
  folder: string,
): Readonly<Record<string, Text>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path.startsWith('/') ? path.slice(1) : `${folder}/${path}`,
      text,
    ]),
  );
}
