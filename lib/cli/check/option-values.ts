import { InvalidArgumentError, Option } from 'commander';
import { pluginId } from '#config/values.ts';

/** An option with one value; a second one is refused, because either of them may be the one that was meant. */
export function single(flags: string, description: string, choices?: readonly string[]): Option {
  const option = new Option(flags, description);
  if (choices !== undefined) option.choices(choices);
  return option.argParser((value: string, earlier: unknown) => {
    if (earlier !== undefined) {
      throw new InvalidArgumentError(
        `It was given as ${JSON.stringify(earlier)} before; give it once.`,
      );
    }
    if (choices !== undefined && !choices.includes(value)) {
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
    }
    return value;
  });
}

/** How many entries a list shows at most. */
export function limitOption(description: string, usual: number): Option {
  return new Option('--limit <number>', description).default(usual).argParser((text: string) => {
    const limit = Number(text);
    if (Number.isInteger(limit) && limit >= 1 && limit <= 10_000) return limit;
    throw new InvalidArgumentError('Write a whole number from 1 to 10000.');
  });
}

/** Takes the values of an option that may be repeated. */
export function collectValues(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** Takes the values of an option that says something of one engine each time. */
export function collectArguments(
  value: string,
  earlier: readonly string[] = [],
): readonly string[] {
  refuseUnlessOfEngine(value, 'an argument, such as ruff=--preview');
  return [...earlier, value];
}

/** The same where an engine takes one value only. */
export function collectConfigs(value: string, earlier: readonly string[] = []): readonly string[] {
  refuseUnlessOfEngine(value, 'a path, such as ruff=strict.toml');
  const [id] = splitAtSign(value);
  if (earlier.some((one) => splitAtSign(one)[0] === id)) {
    throw new InvalidArgumentError(`There is one for ${id} already; give one for each engine.`);
  }
  return [...earlier, value];
}

/** Splits at the first sign: paths and arguments may hold others. */
export function splitAtSign(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function refuseUnlessOfEngine(value: string, what: string): void {
  const [id] = splitAtSign(value);
  if (value.includes('=') && pluginId.pattern.test(id)) return;
  throw new InvalidArgumentError(`Write the id of an engine, = and ${what}.`);
}
