import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';

const load = (text: string) =>
  loadConfig({ file: { name: 'ratchetr.yaml', text }, env: {}, overrides: [] });

describe('the engine that another is made from', () => {
  it.each(['pytest', 'ruff-format'])('may be %s', (from) => {
    expect(load(`engines: {own: {from: ${from}}}\n`)).toMatchObject({
      config: { engines: { own: { from } } },
    });
  });

  it.each(['Pytest', '3', '[pytest]', '""'])('is an id and not %s', (from) => {
    expect(load(`engines: {own: {from: ${from}}}\n`).kind).toBe('invalid');
  });
});
