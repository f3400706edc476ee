import { expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';
import { sessionSettings } from '#repair/session-settings.ts';

/** How a session works under this file. */
function settingsUnder(text: string) {
  const loaded = loadConfig({ file: { name: 'ratchetr.yaml', text }, env: {}, overrides: [] });
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems));
  return sessionSettings(loaded.config, { budgetUsd: 1, maxWorkers: 2 });
}

it('pauses between attempts at a task only where that is configured', () => {
  const { backoff } = settingsUnder('').retryPolicy;
  expect(backoff).toMatchObject({ initialMs: 0 });
  const configured = settingsUnder('retry: {backoff: {initial: 20s, factor: 3, max: 5m}}');
  expect(configured.retryPolicy.backoff).toEqual({ initialMs: 20_000, factor: 3, maxMs: 300_000 });
});

it('pauses no longer than a task can be told to', () => {
  const { backoff } = settingsUnder('retry: {backoff: {initial: 2d, max: 3d}}').retryPolicy;
  expect(backoff).toMatchObject({ initialMs: 86_400_000, maxMs: 86_400_000 });
});
