import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskFolderInName, unmaskFolder, maskFolder } from '#check/rules/outcome/movable.ts';

const folders = ['/tmp/ratchetr-run-a1/copy-XA2gKx', '/home/me/shop'] as const;

describe('a name of a test that holds the folder', () => {
  it.each([
    ['t.py::t[@/t.py]', 't.py::t[<repository>/t.py]'],
    ['t.py::t[@]', 't.py::t[<repository>]'],
    ['t.py::t[@0]', 't.py::t[<repository>0]'],
    ['t.py::t[@_0]', 't.py::t[<repository>_0]'],
    ['t.py::t[a-@/x-1-@-b]', 't.py::t[a-<repository>/x-1-<repository>-b]'],
    ['a.test.ts > reads file://@/a', 'a.test.ts > reads file://<repository>/a'],
    ['t.py::t[@.git]', 't.py::t[@.git]'],
    ['t.py::t[@more/x]', 't.py::t[@more/x]'],
    ['t.py::t[x/home@/y]', 't.py::t[x/home@/y]'],
  ])('%s is free of it', (told, free) => {
    for (const folder of folders) {
      const name = told.replaceAll('@', () => folder);
      expect(maskFolderInName(name, folder)).toBe(free.replaceAll('@', () => folder));
    }
  });

  it('that pytest counted is the same where the folder ends in a digit', () => {
    const [there, here] = ['/tmp/copy-x', '/tmp/copy-7'];
    expect(maskFolderInName(`t.py::t[${here}_1]`, here)).toBe(
      maskFolderInName(`t.py::t[${there}1]`, there),
    );
    expect(unmaskFolder('t.py::t[<repository>1]', here)).toBe(`t.py::t[${here}_1]`);
    expect(unmaskFolder('t.py::t[<repository>1]', there)).toBe(`t.py::t[${there}1]`);
    expect(unmaskFolder('t.py::t[<repository>/a1]', here)).toBe(`t.py::t[${here}/a1]`);
  });

  it('is found again in every folder', () => {
    const part = fc.constantFrom('@', '@/a.py', '-', '[', ']', '::t', ' > ', '0', '$&');
    const [from, to] = folders;
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const told = parts.join('-');
        const [there, here] = [from, to].map((folder) => told.replaceAll('@', () => folder));
        const free = maskFolderInName(there ?? '', from);
        expect(free).toBe(maskFolderInName(here ?? '', to));
        expect(unmaskFolder(free, to)).toBe(here);
      }),
    );
  });
});

it('a message is free of the folder, and not of one beside it', () => {
  const [folder] = folders;
  expect(maskFolder(`File '${folder}/a.ts' is not a module`, folder)).toBe(
    "File '<repository>/a.ts' is not a module",
  );
  expect(maskFolder(`${folder}-old/a.ts`, folder)).toBe(`${folder}-old/a.ts`);
});
