import { describe, expect, it } from 'vitest';
import { judgeDiff } from '#repair/rules/verdict/judge-diff.ts';
import { judgeSecrets } from '#repair/rules/verdict/secrets.ts';
import { add, edit, link, remove, rename, rulesOf, told } from './diffs.ts';

const random = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5';
const github = `ghp_${random}`;
const tokens = [
  github,
  `ghs_${random}`,
  `github_pat_11ABCDEFG0_${random}`,
  `sk-ant-api03-${random}`,
  `AKIA${random.slice(0, 16).toUpperCase()}`,
  `eyJ${random}.${random}.c2lnbmF0dXJl`,
  '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n',
];

describe('a credential', () => {
  it.each(tokens)('in an added line is refused and not repeated: %#', (token) => {
    const found = judgeSecrets([edit('src/a.ts', 'x', `x\nconst a = "${token}";\n`)]);
    expect(told(found)).toEqual(['SECRET_ADDED src/a.ts']);
    expect(JSON.stringify(found)).not.toContain(token.slice(8, 20));
  });

  it.each([
    ['the name', add(`docs/${github}`, 'x')],
    ['a new name', rename('a', github)],
    ['the target of a link', link('a', github)],
    ['the text of an executable', add('a', github, { newMode: '100755' })],
  ])('in %s is refused, and no rule repeats it', (_where, entry) => {
    expect(judgeSecrets([entry])).toHaveLength(1);
    const rules = rulesOf({ limits: { protectedPaths: ['**'], maxFilesChanged: 0 } });
    expect(JSON.stringify(judgeDiff([entry], rules))).not.toContain(random);
  });

  it.each([
    ['that was there', edit('a', `${github}\n`, `${github}\nmore\n`)],
    ['that goes', edit('a', `${github}\n`, 'x\n')],
    ['in a file that goes', remove('a', github)],
    ['of the same letter', add('a', `ghp_${'a'.repeat(36)}`)],
    ['of words', add('a', 'class="sk-loading-spinner-container"')],
    ['in code that fetches one', add('a', 'const token = getToken(); password=read()')],
    ['as the digest of a lock file', add('a', `sha512-${'Ab1+'.repeat(22)}==`)],
  ])('%s is fine', (_what, entry) => {
    expect(judgeSecrets([entry])).toEqual([]);
  });
});
