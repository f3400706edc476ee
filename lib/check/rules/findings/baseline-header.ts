import { readField } from './baseline-lines.ts';

export interface Headers {
  /** Takes one line that begins with #; gives a sentence when it cannot be understood. */
  readonly read: (content: string) => string | undefined;
  readonly found: () => {
    readonly engine: string | undefined;
    readonly signature: string | undefined;
  };
}

/** Collects the header lines of one baseline file, which a merge may have repeated. */
export function createHeaders(): Headers {
  let engine: string | undefined;
  const signatures = new Set<string>();
  return {
    read(content) {
      if (content.startsWith('##')) return undefined;
      const [, word, rest = ''] = /^#([^ ]*) ?([^]*)$/.exec(content) ?? [];
      if (word === 'sig') signatures.add(readField(rest) ?? rest);
      if (word === 'sig') return undefined;
      if (word !== 'ratchetr-baseline') return unknownLine(content);
      const named = /^1 ([^]+)$/.exec(rest)?.[1];
      if (named === undefined) return unknownVersion(rest);
      const name = readField(named) ?? named;
      if (engine !== undefined && engine !== name) return twoEngines(engine, name);
      engine = name;
      return undefined;
    },
    found: () => ({ engine, signature: signatures.size === 1 ? [...signatures][0] : undefined }),
  };
}

function unknownLine(content: string): string {
  return `"${content}" is not known in a baseline: remove the line, or use the version of Ratchetr that wrote it.`;
}

function unknownVersion(rest: string): string {
  return `The header says "${rest}", expected is "1 <engine>": use the version of Ratchetr that wrote the file, or write it again with this one.`;
}

function twoEngines(first: string, second: string): string {
  return `The file is of the engine ${first} and this header says ${second}: keep each engine in a file of its own.`;
}
