import { join } from 'node:path';
import { finder } from '../fix/words.ts';

const program = join(import.meta.dirname, '../../fixtures/programs/follow-orders.mjs');

/** What the base branch of every repository here has: an engine that finds the word BAD, and an agent that follows orders. */
export function frame(orders: string, config: object = {}): Readonly<Record<string, string>> {
  return { 'ratchetr.yaml': JSON.stringify({ ...settings(orders), ...config }, null, 2) };
}

function settings(orders: string): object {
  return {
    version: 1,
    engines: { words: finder('BAD') },
    agents: {
      order: ['command'],
      settings: { command: { command: [process.execPath, program, orders] } },
    },
    retry: { maxAttempts: 1, backoff: { initial: '10ms', factor: 1, max: '10ms' } },
  };
}
