import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { judgeRepository, prepareRepository } from './judge-repository.ts';
import { missedPlants } from './missed-plants.ts';
import { repositories } from './repositories.ts';

describe('a project of others with nothing configured', () => {
  it.each(repositories.filter(({ inSuite }) => inSuite === true))(
    '$name is judged as its own tools judge it, and what is planted in it is found',
    async (row) => {
      const folder = join(await tempFolder(), row.name);
      await prepareRepository(row, folder);
      const { engines, exits, said } = await judgeRepository(row, folder);
      const all = [...engines, { engine: 'exit', ...exits }];
      const unequal = all.filter(({ bare, ratchetr }) => bare !== ratchetr);
      expect(unequal.length === 0 ? [] : [...unequal, said]).toEqual([]);
      expect(await missedPlants(row, folder)).toEqual([]);
    },
  );
});
