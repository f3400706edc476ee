/** Reads single values of the context, as typed at `-c name=value` or as JSON, and collects what is wrong. */
export class ContextValues {
  readonly problems: string[] = [];
  private readonly context: Readonly<Record<string, unknown>>;
  private readonly read = new Set<string>();

  constructor(context: Readonly<Record<string, unknown>>) {
    this.context = context;
  }

  text(name: string, pattern: RegExp, meaning: string): string | undefined {
    return this.value(name, meaning, (value) =>
      typeof value === 'string' && pattern.test(value) ? value : undefined,
    );
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    return this.value(name, `one of ${choices.join(', ')}`, (value) =>
      choices.find((choice) => choice === value),
    );
  }

  flag(name: string): boolean | undefined {
    return this.value(name, 'true or false', (value) =>
      ['true', 'false'].includes(String(value)) ? String(value) === 'true' : undefined,
    );
  }

  whole(name: string, least: number, most: number): number | undefined {
    return this.value(name, `a whole number from ${least} to ${most}`, (value) => {
      const number = value === '' ? Number.NaN : Number(value);
      return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
    });
  }

  /** Values with commas between them, or a JSON array. */
  list(name: string, pattern: RegExp, meaning: string): readonly string[] | undefined {
    return this.value(name, meaning, (value) => {
      const items: readonly unknown[] = Array.isArray(value) ? value : String(value).split(',');
      const texts = items.map((item) => String(item).trim());
      return texts.every((text) => pattern.test(text)) ? texts : undefined;
    });
  }

  /** An object, its values as texts, or the same as text in JSON. */
  texts(name: string, pattern: RegExp, meaning: string): Record<string, string> | undefined {
    return this.value(name, meaning, (value) => {
      const entries = readEntries(typeof value === 'string' ? parseContextJson(value) : value);
      return entries?.every(([key]) => pattern.test(key)) ? Object.fromEntries(entries) : undefined;
    });
  }

  /** Names that are not ours; those of the CDK have a colon or a slash, or stand in the list of its names. */
  strangers(): readonly string[] {
    return Object.keys(this.context).filter(
      (name) => !this.read.has(name) && !/[:/]/.test(name) && !namesOfTools.has(name),
    );
  }

  known(): readonly string[] {
    return [...this.read];
  }

  private value<Value>(
    name: string,
    meaning: string,
    read: (value: unknown) => Value | undefined,
  ): Value | undefined {
    this.read.add(name);
    const given = this.context[name];
    if (given === undefined) return undefined;
    const value = read(given);
    if (value === undefined) {
      this.problems.push(`${name} is ${JSON.stringify(given)}: it must be ${meaning}.`);
    }
    return value;
  }
}

const namesOfTools = new Set(['acknowledged-issue-numbers', 'cdk-migrate', 'tree']);

function readEntries(value: unknown): readonly (readonly [string, string])[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).map(([key, one]) => [key, toSettingText(one)] as const);
}

/** Lists and maps become JSON, which the reader of the settings takes as YAML. */
function toSettingText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parseContextJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
