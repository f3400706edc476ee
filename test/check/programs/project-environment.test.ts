import { describe, expect, it } from 'vitest';
import { buildProjectPath, cargoVariables } from '#check/programs/project-environment.ts';
import { systemHash } from '#platform/system/hash.ts';
import { checkoutOf } from '../../engines/recorded.ts';

const facts = checkoutOf({ 'Cargo.toml': {}, 'web/package.json': {} });
const project = { repository: '/repo', facts };
const host = { builds: '/cache/builds', hash: systemHash };

describe('the variables of cargo', () => {
  it('keep its build output out of the checkout, in one folder for each', () => {
    const variables = cargoVariables(host, project, { root: '.', folder: '/repo' });
    expect(variables).toEqual({
      CARGO_TARGET_DIR: expect.stringMatching(/^\/cache\/builds\/[0-9a-f]{32}$/),
      RUSTUP_AUTO_INSTALL: '0',
    });
    const other = { repository: '/other', facts };
    expect(cargoVariables(host, other, { root: '.', folder: '/other' })).not.toEqual(variables);
  });

  it('give a copy no folder that others use, and nothing to what is no package', () => {
    expect(cargoVariables(host, project, { root: '.', folder: '/copy' })).toEqual({
      RUSTUP_AUTO_INSTALL: '0',
    });
    expect(cargoVariables(host, project, { root: 'web', folder: '/repo' })).toEqual({});
  });
});

it('programs that go and cargo installed for the user are found last', () => {
  const folders = { exists: () => true, isFolder: async () => true };
  const machine = { folders, path: '/usr/bin', ownPrograms: ['/home/me/go/bin', '/usr/bin'] };
  const place = { root: '.', folder: '/repo', inFolder: (path: string) => path };
  expect(buildProjectPath(machine, project, place)).toEqual({
    PATH: '/repo/node_modules/.bin:/usr/bin:/home/me/go/bin',
  });
});
