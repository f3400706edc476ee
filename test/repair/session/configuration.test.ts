import { describe, expect, it } from 'vitest';
import { shellAgent } from './agents.ts';
import { badFiles, sessionGround } from './ground.ts';
import { easyFix, lineEngine } from './line-engine.ts';
import { usualSettings } from './settings.ts';

const once = {
  maxWorkers: 1,
  retryPolicy: { ...usualSettings.retryPolicy, maxAttempts: 2 },
};

/** Its first change comes with a rule of its own; told why it was refused, it leaves that out. */
const meddling = `
  case "$1" in *f0.txt) grep -q 'only a person may change that' || echo lax > rules.cfg;; esac
  sed -i s/BAD/good/ "$1"
`;

const loads = (count: number) =>
  Array.from({ length: count }, (_, index) => `import "./part${index}.js";`).join('\n');

describe('an attempt that changes the configuration of an engine', () => {
  it('is refused at once, and the next one is told of the file', async () => {
    const engine = lineEngine({ id: 'bad', word: 'BAD', configNames: ['rules.cfg'] });
    const ground = await sessionGround({
      engines: [engine],
      agents: [shellAgent(meddling)],
      settings: once,
    });
    const { summary, tree } = await ground.run();
    expect(summary).toMatchObject({ outcome: 'green', dropped: [] });
    expect(Object.keys(await ground.filesOf(tree))).not.toContain('rules.cfg');
    const tasks = await ground.store.listTasks(ground.runId);
    const tries = await Promise.all(
      tasks.map(({ id }) => ground.store.listAttempts(ground.runId, id)),
    );
    const refused = tries
      .flat()
      .flatMap(({ verdict }) => (verdict?.kind === 'rejected' ? verdict.reasons : []));
    expect(refused).toMatchObject([
      { code: 'CONFIG_CHANGED', sentence: expect.stringMatching(/^rules\.cfg says how/) },
    ]);
  });

  it.each([
    {
      is: 'refused where a module of the configuration loads it',
      near: 0,
      far: 0,
      left: /^strict/,
    },
    { is: 'refused though it loads as much as a program', near: 0, far: 30, left: /^strict/ },
    { is: 'code like any other in a program that is used', near: 30, far: 0, left: /^lax/ },
  ])('is $is', async ({ near, far, left }) => {
    const parts = Array.from({ length: 30 }, (_, index) => [`src/part${index}.js`, 'x\n']);
    const meddlingFarAway = `
      grep -q 'only a person may change that' || echo 'lax\n${loads(far)}' > src/far.js
      sed -i s/BAD/good/ "$1"
    `;
    const ground = await sessionGround({
      files: {
        ...badFiles(1),
        ...Object.fromEntries(parts),
        'rules.js': "import './src/near.js';\n",
        'src/near.js': `import './far.js';\n${loads(near)}\n`,
        'src/far.js': 'strict\n',
      },
      engines: [lineEngine({ id: 'bad', word: 'BAD', configNames: ['rules.js'] })],
      agents: [shellAgent(meddlingFarAway)],
      settings: once,
    });
    const { summary, tree } = await ground.run();
    expect(summary).toMatchObject({ outcome: 'green', dropped: [] });
    expect((await ground.filesOf(tree))['src/far.js']?.[1]).toMatch(left);
  });

  it('is taken out at the end where only that saw it', async () => {
    const configNames: string[] = [];
    const ground = await sessionGround({
      files: badFiles(2),
      engines: [lineEngine({ id: 'bad', word: 'BAD', configNames })],
      agents: [shellAgent(meddling)],
      settings: once,
    });
    const { summary, tree } = await ground.run({
      watch: {
        collecting: (stage) => {
          if (stage === 'checkpoint-1') configNames.push('rules.cfg');
          return undefined;
        },
      },
    });
    expect(summary).toMatchObject({
      dropped: [{ because: 'changed configuration: also rules.cfg.' }],
      toRepair: { before: 2, after: 1 },
    });
    expect(Object.keys(await ground.filesOf(tree))).not.toContain('rules.cfg');
  });

  it('is taken where an engine repairs its configuration by itself', async () => {
    const engine = lineEngine({
      id: 'bad',
      word: 'BAD',
      configNames: ['rules.txt'],
      fix: easyFix('BAD'),
    });
    const ground = await sessionGround({
      files: { 'src/rules.txt': 'EASY BAD\n' },
      engines: [engine],
      agents: [],
      settings: { ...once, order: ['autofix'] },
    });
    const { summary, tree } = await ground.run();
    expect(summary).toMatchObject({ outcome: 'green', dropped: [] });
    expect(await ground.filesOf(tree)).toMatchObject({ 'src/rules.txt': ['100644', 'good\n'] });
  });
});

describe('an attempt that silences an engine', () => {
  it('is taken out alone at the end where only that saw it', async () => {
    const suppressions: string[] = [];
    const hushing = 'case "$1" in *f0.txt) echo HUSH >> "$1";; esac; sed -i s/BAD/good/ "$1"';
    const ground = await sessionGround({
      files: badFiles(3),
      engines: [lineEngine({ id: 'bad', word: 'BAD', suppressions })],
      agents: [shellAgent(hushing)],
      settings: once,
    });
    const { summary } = await ground.run({
      watch: {
        collecting: (stage) => {
          if (stage === 'checkpoint-1') suppressions.push('HUSH');
          return undefined;
        },
      },
    });
    expect(summary).toMatchObject({
      dropped: [{ because: 'suppressions added: 1, was 0.' }],
      toRepair: { before: 3, after: 1 },
    });
  });
});
