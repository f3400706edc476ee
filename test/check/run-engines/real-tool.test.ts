import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ruff } from '#engines/ruff/engine.ts';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { aPlace } from './a-tool.ts';

it('keeps what ruff found, and runs it again for another configuration', async () => {
  const place = await aPlace();
  await linkEnvironment(place.repository);
  await place.write('ruff.toml', 'extend = "rules/shared.toml"\n');
  await place.write('rules/shared.toml', 'lint.select = ["F"]\n');
  await place.write('a.py', 'import os\n');
  const python = join(place.repository, '.venv/bin/python');
  const options = {
    engine: ruff,
    input: {
      engines: new Map([['find-bad', ruff]]),
      programOf: (): readonly [string, ...string[]] => [python, '-m', 'ruff'],
    },
  };
  const first = await place.run(options);
  const second = await place.run(options);
  expect(first.outcome).toMatchObject({ origin: 'run', findings: 1, category: 'diagnostic' });
  expect(second.outcome).toMatchObject({ origin: 'cached', findings: 1, category: 'diagnostic' });
  expect(second.outcome.toolVersion).toMatch(/^\d+\.\d+\.\d+$/);
  expect(second.findings).toEqual(first.findings);
  await place.write('rules/shared.toml', 'lint.select = ["E"]\n');
  expect((await place.run(options)).outcome).toMatchObject({ origin: 'run', findings: 0 });
});
