import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/git-repository.ts';
import { checkJson, yaml } from './sh-engines.ts';

describe('what is counted of comments that silence an engine', () => {
  it('is nothing in settings of ours, whatever they are called', async () => {
    const { root, write } = await gitRepository({ 'a.txt': 'x\n' });
    const words = { command: ['true'], paths: 'none', suppressions: ['lint-off'] };
    const settings = yaml({ engines: { lint: { from: 'command', options: words } } });
    await write({ 'ours.yaml': settings });
    const argv = ['--base', 'HEAD', '--config', 'ours.yaml'];
    const { report } = await checkJson(root, argv);
    const sentences = report.vector.components.map(({ sentence }) => sentence);
    expect(sentences).toContain('suppressions added: still 0.');
    await write({ 'copy.yaml': settings });
    const copied = await checkJson(root, argv);
    expect(copied.code).toBe(1);
  });
});
