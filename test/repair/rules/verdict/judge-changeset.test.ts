import { describe, expect, it } from 'vitest';
import type { ChangesetFacts } from '#repair/rules/verdict/changeset-facts.ts';
import { judgeChangeset } from '#repair/rules/verdict/judge-changeset.ts';
import type { Changeset } from '#model/changeset.ts';
import { artifactKey } from '#model/artifact.ts';
import { runId, sha, t0 } from '../../../support/samples.ts';
import { aChangeset, base, factsOf, gone, head, judged, write } from './changesets.ts';
import { rulesOf } from './diffs.ts';

const { evidence, changes } = aChangeset();
const elsewhere = artifactKey.parse({ runId: 'run-2', name: 'result/x' });

describe('a changeset of its run', () => {
  it('is published as it is', () => {
    expect(judged(aChangeset())).toEqual([]);
  });

  it.each<[string, Partial<Changeset>, Partial<ChangesetFacts>, readonly string[]]>([
    ['of another run', { runId: runId('run-2') }, {}, ['OTHER_RUN']],
    [
      'with content of another run',
      { changes: [write('src/total.py', '1', { content: elsewhere })] },
      {},
      ['OTHER_RUN'],
    ],
    [
      'with a report of another run',
      { evidence: { ...evidence, report: elsewhere } },
      {},
      ['OTHER_RUN'],
    ],
    ['on another head', { parents: [sha('d')] }, {}, ['OTHER_PARENTS', 'EVIDENCE_OF_OTHER']],
    ['that merges without being told to', { parents: [head, base] }, { base }, ['OTHER_PARENTS']],
    ['from before the session', { committedAt: t0 - 3_600_000 }, {}, ['OTHER_DATE']],
    ['from the future', { committedAt: t0 + 3_600_000 }, {}, ['OTHER_DATE']],
    ['that names a run', { message: 'Fix\n\nratchetr-run: run-9' }, {}, ['MESSAGE_REFUSED']],
    ['that skips checks', { message: 'Fix [CI skip]' }, {}, ['MESSAGE_REFUSED']],
    [
      'that skips checks by trailer',
      { message: 'Fix\n\nskip-checks: true' },
      {},
      ['MESSAGE_REFUSED'],
    ],
    ['with control characters', { message: 'Fix\u001B[2J' }, {}, ['MESSAGE_REFUSED']],
    ['with an endless message', { message: 'x'.repeat(20_000) }, {}, ['MESSAGE_REFUSED']],
    ['without a change', { changes: [] }, {}, ['NOTHING_CHANGED']],
    [
      'that says a path twice',
      { changes: [...changes, ...changes] },
      {},
      ['PATH_TWICE src/total.py'],
    ],
    [
      'that deletes what is not there',
      { changes: [gone('src/none.py')] },
      {},
      ['NOTHING_TO_DELETE src/none.py'],
    ],
    ['without its content', {}, { contents: new Map() }, ['CONTENT_MISSING src/total.py']],
    [
      'with another content',
      {},
      { contents: new Map([['src/total.py', { blob: sha('2'), sizeBytes: 2, text: 'y\n' }]]) },
      ['CONTENT_DIFFERS src/total.py'],
    ],
    [
      'with another length',
      {},
      { contents: new Map([['src/total.py', { blob: sha('1'), sizeBytes: 3, text: 'x\n' }]]) },
      ['CONTENT_DIFFERS src/total.py'],
    ],
    [
      'with a huge file',
      { changes: [write('src/total.py', '1', { sizeBytes: 30 * 1024 * 1024 })] },
      {},
      ['TOO_LARGE src/total.py'],
    ],
    ['with evidence of another tree', { tree: sha('d') }, {}, ['EVIDENCE_OF_OTHER']],
    [
      'with evidence against another head',
      { evidence: { ...evidence, head: sha('d') } },
      {},
      ['EVIDENCE_OF_OTHER'],
    ],
    [
      'that says it is worse',
      { evidence: { ...evidence, notWorse: false } },
      {},
      ['EVIDENCE_WORSE'],
    ],
    ['without its report', {}, { report: undefined }, ['EVIDENCE_MISSING']],
    [
      'without any number',
      { evidence: { ...evidence, vector: [] } },
      { report: { acceptable: true, components: [] } },
      ['EVIDENCE_MISSING'],
    ],
    [
      'with more files than its attempts may touch',
      { changes: ['a', 'b', 'c'].map((path) => write(path, '1')) },
      { limits: rulesOf({ limits: { maxFilesChanged: 1 } }).limits, attempts: 2 },
      ['TOO_MANY_FILES'],
    ],
  ])('%s is refused', (_, different, facts, expected) => {
    const given = aChangeset(different);
    expect(judged(given, factsOf(given, facts))).toEqual(expected);
  });

  it('says what is wrong in a sentence', () => {
    const given = aChangeset({ changes: [gone('src/none.py')] });
    expect(judgeChangeset(given, factsOf(given))[0]?.sentence).toBe(
      'src/none.py is not there at the head; run the fixup again.',
    );
  });
});
