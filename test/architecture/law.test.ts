import { describe, expect, it } from 'vitest';
import { parseLaw } from './law.ts';

const page = `
| arrow | rule |
|---|---|
| not | \`law\` |

| files | may import | packages |
|---|---|---|
| \`domain\` | nothing else | \`zod\` |
| \`engines\`, \`agents/x\` | \`domain\` as types; \`engines/contract.ts\` | none |
Text that says \`infra\`.

| package                  | only in   |
| ------------------------ | --------- |
| \`@aws-sdk/*\`, \`node:sqlite\` | \`adapters/aws\` |
`;

describe('parseLaw', () => {
  it('reads the backticked names of both tables and nothing else', () => {
    expect(parseLaw(page)).toEqual({
      rows: [
        { name: 'domain', mayImport: [], packages: ['zod'] },
        { name: 'engines', mayImport: ['domain', 'engines/contract.ts'], packages: [] },
        { name: 'agents/x', mayImport: ['domain', 'engines/contract.ts'], packages: [] },
      ],
      homes: [{ packages: ['@aws-sdk/*', 'node:sqlite'], onlyIn: ['adapters/aws'] }],
    });
  });

  it('refuses a line that governs nothing', () => {
    expect(() => parseLaw(page.replace('| `domain` |', '| domain |'))).toThrow('no name in');
  });

  it('refuses a page without its tables', () => {
    expect(() => parseLaw('# Architecture\n')).toThrow('the page lacks its table');
    expect(() => parseLaw(page.replace('| files |', '| folder |'))).toThrow('the page lacks');
    expect(() => parseLaw(page.replace('| package ', '| module '))).toThrow('the page lacks');
  });
});
