import { markdownlint } from '#engines/markdownlint/engine.ts';
import { describeRealEnds, type RealEnd, nodeScript } from '../real-ends.ts';

const ends: Readonly<Record<string, RealEnd>> = {
  'a clean file': { files: { 'a.md': '# A\n' }, plan: { scope: ['a.md'] }, is: 'success, 0' },
  findings: {
    files: { 'a.md': '# A\n\n#B\n' },
    plan: { scope: ['a.md'] },
    is: 'diagnostic, 1',
    at: ['a.md:3'],
  },
  'a broken configuration': {
    files: { '.markdownlint.json': '{', 'a.md': '# A\n' },
    plan: { scope: ['a.md'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
};

describeRealEnds({
  engine: markdownlint,
  program: async () => nodeScript('markdownlint-cli2/markdownlint-cli2-bin.mjs'),
  ends,
  unseen: Array.from({ length: 2 }, () => 'markdownlint refused an argument; correct it.'),
});
