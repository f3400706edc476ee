/** The values of each section by their keys, which are written in lower case here. */
export type Ini = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Reads what Python reads by its configparser; of lines that it would refuse nothing is known. */
export function readIni(text: string): Ini {
  const sections = new Map<string, Map<string, string>>();
  let values: Map<string, string> | undefined;
  let key: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const section = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (section !== undefined) {
      values = sections.get(section) ?? new Map();
      sections.set(section, values);
      key = undefined;
    } else if (/^\s/.test(line) && key !== undefined) {
      values?.set(key, `${values.get(key) ?? ''}\n${line.trim()}`.trim());
    } else {
      const [, name, value = ''] = /^([^=:]+?)\s*(?:[=:]\s*(.*))?$/.exec(line.trim()) ?? [];
      key = name?.toLowerCase();
      if (key !== undefined) values?.set(key, value.trim());
    }
  }
  return Object.fromEntries(
    [...sections].map(([name, entries]) => [name, Object.fromEntries(entries)]),
  );
}
