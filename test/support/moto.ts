import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import { orSkip } from './out-of-reach.ts';
import { pythonTools } from './python-tools.ts';

export interface Moto {
  /** Where it speaks the protocols of AWS. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, 'python/serve_moto.py');

/** Credentials of the tests and their region, as the clients of the adapters take them. */
export const motoAccount = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
} as const;

/** The number of the account that every moto has. */
export const accountId = '123456789012';

/** Time for `beforeAll`: the first start on a machine installs moto. */
export const motoStartMs = 600_000;

/**
 * One moto for all tests of a file: the first that asks starts it, and it ends with them. Where moto cannot be
 * fetched, whoever asks is skipped.
 */
export function sharedMoto(settings: Readonly<Record<string, string>> = {}): () => Promise<Moto> {
  let starting: Promise<Moto> | undefined;
  afterAll(async () => {
    const moto = await starting?.catch(() => undefined);
    await moto?.stop();
  }, motoStartMs);
  return () => orSkip((starting ??= startMoto(settings)));
}

/** For those who work with clusters: the part of moto for them takes longest to load. */
export const withClusters = { CLUSTERS: 'yes' };

/** Starts a moto of its own, empty, on a free port of the loopback interface. */
export async function startMoto(settings: Readonly<Record<string, string>> = {}): Promise<Moto> {
  const { python } = await pythonTools();
  const child = spawn(python, [program], {
    // Nothing is written beside the sources.
    env: { ...settings, PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const port = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
  if (port === undefined) throw new Error(`moto did not start:\n${errors.join('')}`);
  child.stderr.removeAllListeners('data').resume();
  return {
    endpoint: `http://127.0.0.1:${String(port[0])}`,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
