import { parseDuration } from '#config/duration.ts';

export interface UpOptions {
  readonly repo?: readonly string[];
  readonly port?: string;
  readonly host?: string;
  readonly poll?: string;
  readonly workers?: string;
}

export interface UpWanted {
  readonly repositories: readonly { readonly owner: string; readonly name: string }[];
  readonly port: number;
  readonly host: string;
  readonly pollMs: number;
  readonly workers: number;
}

/** What a command line asks for; a text says what is wrong with it. */
export function readUpOptions(options: UpOptions): UpWanted | string {
  const { repo = [], port = '8787', host = '127.0.0.1', poll = '1m', workers = '2' } = options;
  const repositories: UpWanted['repositories'][number][] = [];
  for (const text of repo) {
    const [, owner, name] = /^([A-Za-z0-9_-]+)\/([A-Za-z0-9._-]+)$/.exec(text) ?? [];
    if (owner === undefined || name === undefined) return `--repo takes OWNER/NAME, not ${text}`;
    repositories.push({ owner, name });
  }
  const portNumber = wholeNumber(port, 0, 65_535);
  if (portNumber === undefined) return `--port takes a number from 0 to 65535, not ${port}`;
  const most = wholeNumber(workers, 1, 64);
  if (most === undefined) return `--workers takes a number from 1 to 64, not ${workers}`;
  const pollMs = parseDuration(poll);
  if (pollMs === undefined || pollMs < 1_000) {
    return `--poll takes a duration of at least 1s, such as 30s or 5m, not ${poll}`;
  }
  return { repositories, port: portNumber, host, pollMs, workers: most };
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? number : undefined;
}
