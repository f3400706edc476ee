import { describe, expect, it } from 'vitest';
import { shellAgent, repair } from './agents.ts';
import { bad, badFiles, sessionGround } from './ground.ts';
import { lineEngine } from './line-engine.ts';
import { patched, rebuilt, triesOf } from './seen.ts';

/** Repairs, makes a file without an end of its last line, and takes one away. */
const thorough = `
  ${repair}
  printf 'one\\r\\ntwo' > "$1.new"
  rm "$1.old"
`;

describe('what is accepted', () => {
  it('is integrated, and the stored patches make the end of the start, byte for byte', async () => {
    const agents = [shellAgent(thorough)];
    const names = Object.keys(badFiles(3));
    const olds = Object.fromEntries(names.map((name) => [`${name}.old`, `old ${name}\n`]));
    const ground = await sessionGround({ files: { ...badFiles(3), ...olds }, agents });
    const { tree, summary } = await ground.run();
    expect(summary).toMatchObject({
      outcome: 'green',
      sentence: 'All 3 findings repaired.',
      startTree: ground.start,
      endTree: tree,
      toRepair: { before: 3, after: 0 },
      vector: { acceptable: true },
    });
    const made = await rebuilt(ground);
    expect(made.tree).toBe(tree);
    expect(made.sequences).toEqual([1, 2, 3]);
    expect(new Set(made.tasks).size).toBe(3);
    expect(summary.patch && (await patched(ground, summary.patch))).toBe(tree);
    expect(await ground.filesOf(tree)).toEqual({
      ...(await ground.filesOf(ground.start)),
      ...Object.fromEntries(
        names.flatMap((name) => [
          [name, ['100644', `${name}\n\ngood one\n\nend\n`]],
          [`${name}.new`, ['100644', 'one\r\ntwo']],
          [`${name}.old`, undefined],
        ]),
      ),
    });
  });

  it('is one change with those that were accepted meanwhile', async () => {
    const two = `one\nBAD two\n${'same\n'.repeat(10)}UGLY three\n`;
    const ugly = lineEngine({ id: 'ugly', word: 'UGLY' });
    const ground = await sessionGround({
      files: { 'src/a.txt': two, 'src/b.txt': two },
      engines: [bad, ugly],
      agents: [shellAgent(`sed -i 's/BAD/good/; s/UGLY/nice/' "$@"`)],
    });
    const { tree, summary } = await ground.run();
    expect(summary.outcome).toBe('green');
    expect((await rebuilt(ground)).tree).toBe(tree);
    const both = two.replace('BAD', 'good').replace('UGLY', 'nice');
    expect(await ground.filesOf(tree)).toMatchObject({ 'src/a.txt': ['100644', both] });
    // The tasks of the other engine found everything done.
    expect(Object.values(await triesOf(ground)).flat()).not.toContain('abandoned');
  });

  it('is nothing of a change that meets another on the same lines; it is made again from there', async () => {
    const agents = [
      shellAgent(`
        touch $MARKS/$TASK
        # Both begin with the same tree.
        while [ $(ls $MARKS | wc -l) -lt 2 ]; do sleep 0.01; done
        ${repair}
        echo $TASK >> src/list.md
      `),
    ];
    const files = { ...badFiles(2), 'src/list.md': 'list\n' };
    const ground = await sessionGround({ files, agents });
    const { tree, summary } = await ground.run();
    expect(summary.outcome).toBe('green');
    const tries = Object.values(await triesOf(ground));
    expect(tries).toHaveLength(2);
    expect(tries).toContainEqual(['command succeeded', 'succeeded']);
    expect(tries).toContainEqual(['command failed CONFLICTS', 'command succeeded', 'succeeded']);
    const made = await rebuilt(ground);
    expect(made.tree).toBe(tree);
    expect(await ground.filesOf(tree)).toMatchObject({
      'src/list.md': ['100644', `list\n${made.tasks.join('\n')}\n`],
    });
  });
});

describe('a checkpoint', () => {
  it('comes after so many accepted changes, and at the end', async () => {
    const settings = { maxWorkers: 1, checkpoint: { everyTasks: 2, everyMs: 600_000 } };
    const ground = await sessionGround({ files: badFiles(5), settings });
    const { summary } = await ground.run();
    const seen = summary.checkpoints.map(({ stage, toRepair }) => [stage, toRepair]);
    expect(seen).toEqual([
      ['start', 5],
      ['checkpoint-1', 3],
      ['checkpoint-2', 1],
      ['checkpoint-3', 0],
    ]);
  });

  it('plans what came to light: a change that brings work for another engine', async () => {
    const odd = lineEngine({ id: 'odd', word: 'ODD' });
    const agents = [shellAgent(`sed -i 's/ODD/fine/; s/BAD/ODD/' "$@"`)];
    const ground = await sessionGround({ files: badFiles(2), engines: [bad, odd], agents });
    const { tree, summary } = await ground.run();
    expect(summary).toMatchObject({ outcome: 'green', dropped: [] });
    expect(await triesOf(ground)).toEqual({
      'bad fix src/f0.txt': ['command succeeded', 'succeeded'],
      'bad fix src/f1.txt': ['command succeeded', 'succeeded'],
      'odd fix src/f0.txt': ['command succeeded', 'succeeded'],
      'odd fix src/f1.txt': ['command succeeded', 'succeeded'],
    });
    expect(await ground.filesOf(tree)).toMatchObject({
      'src/f0.txt': ['100644', 'src/f0.txt\n\nfine one\n\nend\n'],
    });
  });
});
