import { globSync, readFileSync } from 'node:fs';

export interface Emitted {
  readonly name: string;
  /** Names of its dimensions. */
  readonly dimensions: readonly string[];
}

/** Every metric that the code measures, by the calls that do. */
export function emittedMetrics(): readonly Emitted[] {
  const files = globSync('{lib,lambdas,containers}/**/*.ts').filter(
    (file) => !file.startsWith('lib/infra/'),
  );
  return files.flatMap((file) => callsIn(readFileSync(file, 'utf8')));
}

function callsIn(text: string): readonly Emitted[] {
  const calls = text.matchAll(/\.(?:count|duration|gauge)\(\s*'(?<name>\w+)'/g);
  return [...calls].map(({ index, groups: { name = '' } = {} }) => {
    const given = /\{(?<members>[^{}]*)\}[\s,]*$/.exec(argumentsAt(text, index))?.groups;
    const members = given?.['members']?.split(',').map((one) => one.split(':')[0]?.trim() ?? '');
    return { name, dimensions: members?.filter((member) => member !== '') ?? [] };
  });
}

/** What stands between the first bracket after this place and the one that closes it. */
function argumentsAt(text: string, from: number): string {
  const start = text.indexOf('(', from) + 1;
  let [at, open] = [start, 1];
  while (open > 0 && at < text.length) {
    if (text[at] === '(') open += 1;
    if (text[at] === ')') open -= 1;
    at += 1;
  }
  return text.slice(start, at - 1);
}
