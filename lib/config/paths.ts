/** Steps from the root of the configuration to one setting. */
export type SettingPath = readonly (string | number)[];

const LONGEST_SHOWN_KEY = 60;
const dottedPath = /^(?:"[^"]*"|[^."]+)(?:\.(?:"[^"]*"|[^."]+))*$/;

/** A path as people read it, such as setup[0].run; keys that are more than a name stand in quotes. */
export function formatPath(path: SettingPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? formatKey(step) : `${text}.${formatKey(step)}`;
  }, '');
}

/** Reads a path as `--set` takes it; a key that contains a dot is written in double quotes. */
export function parsePath(text: string): string[] | undefined {
  if (!dottedPath.test(text)) return undefined;
  const keys = (text.match(/"[^"]*"|[^."]+/g) ?? []).map((key) => key.replaceAll('"', ''));
  return keys.includes('__proto__') ? undefined : keys;
}

function formatKey(key: string): string {
  const shown = key.length > LONGEST_SHOWN_KEY ? `${key.slice(0, LONGEST_SHOWN_KEY)}...` : key;
  return /^[A-Za-z0-9_-]+$/.test(shown) ? shown : JSON.stringify(shown);
}
