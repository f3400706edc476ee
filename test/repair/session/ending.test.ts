import { describe, expect, it } from 'vitest';
import { aNewTask } from '../../support/samples.ts';
import { shellAgent } from './agents.ts';
import { bad, badFiles, sessionGround } from './ground.ts';
import { lineEngine } from './line-engine.ts';
import { patched, rebuilt, triesOf } from './seen.ts';
import { usualSettings } from './settings.ts';

const once = { ...usualSettings.retryPolicy, maxAttempts: 1 };
const ugly = lineEngine({ id: 'ugly', word: 'UGLY' });
const odd = lineEngine({ id: 'odd', word: 'ODD' });

/** The repair of BAD makes a file in which another engine finds something; that of UGLY stands on the same line. */
const careless = `
  case "$TOOL $1" in
    bad*both.txt) sed -i s/BAD/good/ "$1"; echo ODD > src/new.txt;;
    bad*) sed -i s/BAD/good/ "$1";;
    ugly*) sed -i s/UGLY/nice/ "$1";;
  esac
`;

// Long enough to be known again, though a word of it is another.
const both = 'In this line there is something BAD, and then there is something UGLY\n';

describe('at the end', () => {
  it('the change that made another engine worse goes, with what stood on it, and the rest is delivered', async () => {
    const ground = await sessionGround({
      files: { ...badFiles(2), 'src/both.txt': both },
      engines: [{ ...bad, tasks: urgent }, ugly, odd],
      agents: [shellAgent(careless)],
      settings: { retryPolicy: once },
    });
    const { tree, summary } = await ground.run();
    const tasks = await ground.store.listTasks(ground.runId);
    const idOf = (tool: string) =>
      tasks.find((task) => task.tool === tool && task.targets.files.includes('src/both.txt'))?.id;
    expect(summary).toMatchObject({
      outcome: 'better',
      toRepair: { before: 4, after: 2 },
      vector: { acceptable: true },
      dropped: [
        { taskId: idOf('bad'), because: 'new findings of odd: 1, was 0.' },
        { taskId: idOf('ugly'), because: 'It depended on a change that was taken out.' },
      ],
    });
    expect(await ground.filesOf(tree)).toEqual({
      ...(await ground.filesOf(ground.start)),
      'src/f0.txt': ['100644', 'src/f0.txt\n\ngood one\n\nend\n'],
      'src/f1.txt': ['100644', 'src/f1.txt\n\ngood one\n\nend\n'],
    });
    expect(summary.patch && (await patched(ground, summary.patch))).toBe(tree);
    // All of them stay recorded, as they were accepted.
    expect((await rebuilt(ground)).sequences).toEqual([1, 2, 3, 4]);
  });

  it('what had to be done first stays, whatever goes', async () => {
    const ground = await sessionGround({
      files: badFiles(2),
      engines: [bad, odd],
      agents: [
        shellAgent(`
          case "$TOOL $1" in
            merge*) echo merged > "$1";;
            bad*f0.txt) sed -i s/BAD/ODD/ "$1";;
            bad*) sed -i s/BAD/good/ "$1";;
          esac
        `),
      ],
      settings: { retryPolicy: once },
    });
    const merge = aNewTask({
      tool: 'merge',
      targets: { files: ['src/first.txt'], testIds: [], modules: [] },
      findingIds: [],
      validation: { commands: [], successCriteria: { requireExitCode0: false } },
    });
    const { tree, summary } = await ground.run({ begin: { first: [merge] } });
    expect(summary).toMatchObject({
      outcome: 'better',
      dropped: [{ because: 'new findings of odd: 1, was 0.' }],
    });
    expect(summary.dropped).toHaveLength(1);
    expect(await ground.filesOf(tree)).toMatchObject({
      'src/first.txt': ['100644', 'merged\n'],
      'src/f0.txt': ['100644', 'src/f0.txt\n\nBAD one\n\nend\n'],
      'src/f1.txt': ['100644', 'src/f1.txt\n\ngood one\n\nend\n'],
    });
  });

  it('nothing is delivered where the only change made something worse', async () => {
    const ground = await sessionGround({
      files: badFiles(1),
      engines: [bad, odd],
      agents: [shellAgent(`sed -i s/BAD/ODD/ "$1"`)],
      settings: { retryPolicy: once },
    });
    const { tree, summary } = await ground.run();
    expect(tree).toBe(ground.start);
    expect(summary).toMatchObject({ outcome: 'unchanged', toRepair: { before: 1, after: 1 } });
    expect(summary).toMatchObject({ dropped: [{ because: 'new findings of odd: 1, was 0.' }] });
    expect(summary.patch).toBeUndefined();
  });
});

const urgent: typeof bad.tasks = (findings, limits) =>
  bad
    .tasks(findings, limits)
    .map((draft) => ({ ...draft, rank: { ...draft.rank, severity: 'high' } }));

/** It finds each test that fails and is not skipped. */
const tests = lineEngine({
  id: 'tests',
  word: 'FAILS',
  scope: 'tests',
  suppressions: ['SKIP'],
});

/** Repairs nothing, but sets aside what it is asked to. */
const setsAside = `
  case $TYPE in
    quarantine) sed -i 's/FAILS/FAILS SKIP/' "$1";;
    suppress) sed -i 's/BAD/BAD HUSH/' "$1";;
    *) echo more >> "$1";;
  esac
`;

const plant = (allowed: Partial<typeof usualSettings.allowed>) =>
  sessionGround({
    files: { 'src/a.txt': 'BAD\n', 'src/test_b.txt': 'test adds FAILS\ntest takes\n' },
    engines: [bad, tests],
    agents: [shellAgent(setsAside)],
    settings: { retryPolicy: once, allowed: { ...usualSettings.allowed, ...allowed } },
  });

describe('what nobody could repair', () => {
  const tried = ['command failed FINDINGS_LEFT AGENT_LIED', 'abandoned'];

  it('is left as it is, unless that is switched on', async () => {
    const ground = await plant({});
    const { tree, summary } = await ground.run();
    expect(tree).toBe(ground.start);
    expect(summary.outcome).toBe('unchanged');
    expect(await triesOf(ground)).toEqual({
      'bad fix src/a.txt': tried,
      'tests fix src/test_b.txt': tried,
    });
  });

  it('is a test that may be quarantined, which does not count as worse', async () => {
    const ground = await plant({ quarantine: true });
    const { tree, summary } = await ground.run();
    expect(await triesOf(ground)).toEqual({
      'bad fix src/a.txt': tried,
      'tests fix src/test_b.txt': tried,
      'tests quarantine src/test_b.txt': ['command succeeded', 'succeeded'],
    });
    expect(summary).toMatchObject({
      outcome: 'better',
      toRepair: { before: 2, after: 1 },
      dropped: [],
      vector: { acceptable: true },
    });
    expect(await ground.filesOf(tree)).toMatchObject({
      'src/a.txt': ['100644', 'BAD\n'],
      'src/test_b.txt': ['100644', 'test adds FAILS SKIP\ntest takes\n'],
    });
  });

  it('is a finding that may be silenced, which does not count as worse either', async () => {
    const ground = await plant({ quarantine: true, suppress: true });
    const { tree, summary } = await ground.run();
    expect(await triesOf(ground)).toMatchObject({
      'bad suppress src/a.txt': ['command succeeded', 'succeeded'],
    });
    expect(summary).toMatchObject({ outcome: 'green', dropped: [], vector: { acceptable: true } });
    expect(await ground.filesOf(tree)).toMatchObject({ 'src/a.txt': ['100644', 'BAD HUSH\n'] });
  });
});
