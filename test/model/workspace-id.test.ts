import { describe, expect, it } from 'vitest';
import { systemHash } from '#platform/system/hash.ts';
import { workspaceIdOf } from '#model/workspace-id.ts';

const idOf = (host: string, repositoryId = '186853002', number = 42) =>
  workspaceIdOf((text) => systemHash.hex(text), { host, repositoryId, number });

describe('workspaceIdOf', () => {
  it('can be read', () => {
    expect(idOf('github.com')).toBe('github.com:186853002:42');
    expect(idOf('127.0.0.1:8080')).toBe('127.0.0.1:8080:186853002:42');
  });

  it('keeps to the alphabet and length of ids whatever the host is called', () => {
    for (const host of ['[::1]:8080', `${'long.'.repeat(20)}example`, '-odd', 'ü.example']) {
      const id = idOf(host);
      expect(id).toMatch(/^[0-9a-f]{40}:42$/);
      // What stands before the last colon is that of the repository.
      expect(idOf(host, '186853002', 7)).toBe(`${id.slice(0, 40)}:7`);
      expect(idOf(host, '5')).not.toBe(id);
    }
  });
});
