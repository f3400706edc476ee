import { describe, expect, it } from 'vitest';
import { pathOfLocation } from '#check/rules/outcome/sarif-paths.ts';
import type { ArtifactLocation, SarifRun } from '#check/rules/outcome/sarif-shape.ts';

const run: SarifRun = {
  tool: { driver: {} },
  originalUriBaseIds: {
    ROOT: { uri: 'file:///repo/' },
    SRC: { uri: 'my%20src/', uriBaseId: 'ROOT' },
    LOOSE: { uri: 'lib/' },
    WEB: { uri: 'https://example.com/repo/' },
    OPEN: {},
    SELF: { uri: 'self/', uriBaseId: 'SELF' },
    A: { uri: 'a/', uriBaseId: 'B' },
    B: { uri: 'b/', uriBaseId: 'A' },
  },
  artifacts: [{ location: { uri: 'x.c', uriBaseId: 'ROOT' } }, {}],
};

describe('the path of a SARIF location', () => {
  it.each<[ArtifactLocation, string | null]>([
    [{ uri: 'file:///repo/a%20b/100%25.py' }, '/repo/a b/100%.py'],
    [{ uri: 'file:/repo/a.py' }, '/repo/a.py'],
    [{ uri: 'FILE://localhost/repo/a.py' }, '/repo/a.py'],
    [{ uri: 'file:///C:/repo/a.py' }, 'C:/repo/a.py'],
    [{ uri: 'C:\\repo\\a.py' }, 'C:\\repo\\a.py'],
    [{ uri: 'file:src/a.py' }, 'src/a.py'],
    [{ uri: 'file://server/share/a.py' }, null],
    [{ uri: 'https://example.com/a.py' }, null],
    [{ uri: 'file://' }, null],
    [{ uri: 'src/a.py' }, 'src/a.py'],
    [{ uri: '/repo/src/a.py' }, '/repo/src/a.py'],
    [{ uri: 'src/%C3%A9.py' }, 'src/é.py'],
    // Not a URI but a path, so its percent sign is its own.
    [{ uri: 'a b/c%20d.ts' }, 'a b/c%20d.ts'],
    [{ uri: 'app/[id]/%20.ts' }, 'app/[id]/%20.ts'],
    [{ uri: '100%.py' }, '100%.py'],
    [{ uri: 'a.c', uriBaseId: 'ROOT' }, '/repo/a.c'],
    [{ uri: '/a.c', uriBaseId: 'ROOT' }, '/a.c'],
    [{ uri: 'a.c', uriBaseId: 'SRC' }, '/repo/my src/a.c'],
    [{ uri: 'a.c', uriBaseId: 'LOOSE' }, 'lib/a.c'],
    [{ uri: 'a.c', uriBaseId: 'OPEN' }, 'a.c'],
    [{ uri: 'a.c', uriBaseId: 'WEB' }, 'a.c'],
    [{ uri: 'a.c', uriBaseId: '%SRCROOT%' }, 'a.c'],
    [{ uri: 'a.c', uriBaseId: 'toString' }, 'a.c'],
    [{ uri: 'a.c', uriBaseId: 'SELF' }, 'self/a.c'],
    [{ uri: 'a.c', uriBaseId: 'A' }, 'b/a/a.c'],
    [{ index: 0 }, '/repo/x.c'],
    [{ uri: '', index: 0 }, '/repo/x.c'],
    [{ index: 1 }, null],
    [{ index: 9 }, null],
    [{ index: -1 }, null],
    [{}, null],
  ])('%j is %j', (location, path) => {
    expect(pathOfLocation(location, run)).toBe(path);
  });
});
