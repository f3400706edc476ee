import { describe, expect, it } from 'vitest';
import { repair, shellAgent } from './agents.ts';
import { sessionGround } from './ground.ts';
import { type LineEngine, lineEngine } from './line-engine.ts';
import { triesOf } from './seen.ts';
import { usualSettings } from './settings.ts';

type Validation = ReturnType<LineEngine['validation'] & {}>;

/** The repair of one file, where this shows that it is done. */
async function repairWith(validation: Validation, script: string) {
  const ground = await sessionGround({
    files: { 'src/f0.txt': 'BAD one\n\nreaches 20 of 100\n' },
    engines: [lineEngine({ id: 'bad', word: 'BAD', validation: () => validation })],
    agents: [shellAgent(script)],
    settings: { retryPolicy: { ...usualSettings.retryPolicy, maxAttempts: 1 } },
  });
  const { tree, summary } = await ground.run();
  return {
    tries: (await triesOf(ground))['bad fix src/f0.txt'],
    isUnchanged: tree === ground.start,
    outcome: summary.outcome,
  };
}

const refused = (code: string) => ({
  tries: [`command failed ${code} AGENT_LIED`, 'abandoned'],
  isUnchanged: true,
  outcome: 'unchanged',
});

const taken = { tries: ['command succeeded', 'succeeded'], isUnchanged: false, outcome: 'green' };

const reach = (covered: number) => `${repair}\nsed -i 's/reaches 20/reaches ${covered}/' "$1"`;

describe('a repair that misses this alone is refused, and one that does not is taken', () => {
  it('RequireExitCode0: every command ends with 0', async () => {
    const command = { runner: 'generic' as const, env: {}, cwd: '.', timeoutMs: 20_000 };
    const commands = [
      { ...command, args: ['true'] },
      { ...command, args: ['grep', '-q', 'tested', 'src/f0.txt'] },
    ];
    const validation = { commands, successCriteria: { requireExitCode0: true, maxNewFindings: 0 } };
    expect(await repairWith(validation, repair)).toEqual(refused('COMMAND_FAILED'));
    const better = `${repair}\necho tested >> "$1"`;
    expect(await repairWith(validation, better)).toEqual(taken);
  });

  it('MaxNewFindings: no more findings are new', async () => {
    const successCriteria = { requireExitCode0: false, maxNewFindings: 0 };
    const moves = `${repair}\necho 'BAD too' > src/new.txt`;
    expect(await repairWith({ commands: [], successCriteria }, moves)).toEqual(
      refused('NEW_FINDINGS'),
    );
    expect(await repairWith({ commands: [], successCriteria }, repair)).toEqual(taken);
  });

  it('MinCoverageDelta: coverage of the files of the task rises that much', async () => {
    const successCriteria = { requireExitCode0: false, minCoverageDelta: 10 };
    const validation = { commands: [], successCriteria };
    expect(await repairWith(validation, reach(29))).toEqual(refused('COVERAGE_TOO_LOW'));
    expect(await repairWith(validation, reach(30))).toEqual(taken);
  });
});
