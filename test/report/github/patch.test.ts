import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { artifactName } from '#model/artifact.ts';
import { patchComment, patchMarker } from '#report/github/patch.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { runId, sha } from '../../support/samples.ts';

const comment = (text: string | undefined) =>
  patchComment({
    runId: runId('run-1'),
    head: sha('a'),
    name: artifactName.parse('result/1.patch'),
    reason: 'We may not push to the branch.',
    text,
  });

/** What a person copies from the page. */
function pasted(markdown: string): string {
  const { fence, rest } = /\n(?<fence>`{3,})sh\n(?<rest>[^]*)/.exec(markdown)?.groups ?? {};
  if (fence === undefined || rest === undefined) throw new Error('Nothing can be pasted');
  const end = new RegExp(`\n {0,3}${fence}\`*[ \t]*(?:\n|$)`).exec(rest);
  return rest.slice(0, end?.index);
}

describe('a patch in a comment', () => {
  it.each([
    ['plain', 'total = 1\n', 'total = 2\n'],
    ['with code that a shell would carry out', '$(rm -rf .)\n', '`id` $HOME \\\n'],
    ['with fences', '```\nx\n', '````sh\nx\n````\n'],
    ['with the end mark', 'x\n', 'x\n'.concat('PATCH\nEOF\n')],
    ['without a last line end', 'one\ntwo', 'one\nthree'],
    ['with letters of all kinds', 'ä 🎉\n', 'é 漢字\n'],
  ])('%s applies where it is pasted', async (_, before, after) => {
    const repository = await gitRepository({ 'a.txt': before });
    await repository.write({ 'a.txt': after });
    const patch = `${repository.git('diff', '--binary')}\n`;
    repository.git('checkout', '-q', '.');
    execFileSync('sh', ['-c', pasted(comment(patch))], { cwd: repository.root });
    expect(`${repository.git('diff', '--binary')}\n`).toBe(patch);
  });

  it('says what a person is to decide, old and new', () => {
    const markdown = patchComment({
      runId: runId('run-1'),
      head: sha('a'),
      name: artifactName.parse('result/1.patch'),
      reason: 'A person decides about @all.',
      text: '+x\n',
      expectations: [
        { test: 'test_total', path: 'test_total.py', before: 'is 4', after: 'is <b>3</b> @all' },
      ],
    });
    expect(markdown).toMatch(/test&#95;total[^]*<pre>is 4<\/pre>[^]*<pre>is &#60;b&#62;3/);
    expect(markdown).toContain('A person decides');
    expect(markdown).not.toContain('@all');
    expect(pasted(markdown)).toContain('+x');
  });

  it('never ends before its end', () => {
    const lines = ['\nPATCH\n', '\nPATCH1\n', '\n```\n', '\n   ````\n', '\n</details>\n'];
    const piece = fc.constantFrom(...lines, 'PATCH', '`', ' ', 'x');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = `+${pieces.join('')}\n`;
        const code = pasted(comment(text));
        const [start = ''] = code.split('\n', 1);
        const mark = /<<'(\w+)'$/.exec(start)?.[1];
        expect(code).toBe(`${start}\n${text}${mark}`);
        expect(text.split('\n')).not.toContain(mark);
      }),
    );
  });

  it('says to what it applies', () => {
    expect(comment('+x\n')).toContain('applies to `aaaaaaaaaaaa`');
    expect(patchMarker(runId('run-1'))).toBe('<!-- ratchetr:patch run-1 -->');
  });

  it.each([
    ['too long', `+${'ä'.repeat(25_000)}\n`],
    ['no text', undefined],
    ['cut off', '+x'],
    ['what a page changes', '+x\r\n'],
    ['what reads otherwise than it is', '+x\u{202E}\n'],
    ['what may be a credential', `+ghp_${'a'.repeat(36)}\n`],
  ])('is named instead where it is %s', (_, text) => {
    const markdown = comment(text);
    expect(markdown).toContain('the artifact `result/1.patch` of the run `run-1`');
    expect(markdown).not.toContain('```');
    expect(markdown).not.toContain('ghp_');
  });

  it('fits into a comment', () => {
    expect(comment(`+${'x'.repeat(49_998)}\n`).length).toBeLessThan(65_000);
    expect(pasted(comment(`+${'x'.repeat(49_998)}\n`))).toContain('xxx');
  });
});
