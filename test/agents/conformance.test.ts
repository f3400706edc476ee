import { describe, expect, it } from 'vitest';
import type { StartedAgent } from '#agents/contract.ts';
import { agents } from '#agents/registry.ts';
import { agents as section } from '#config/sections/agents.ts';
import { limits } from '#config/sections/limits.ts';
import { missingPieces } from '../support/missing-pieces.ts';
import { asked } from './asked.ts';
import { given } from './given.ts';
import { agentPieces, escapes, versions } from './pieces.ts';
import { startedAgents } from './started.ts';

const { protectedPaths } = limits.parse({});

const providerOf = ({ provider }: StartedAgent) => (provider === 'anthropic' ? provider : 'openai');

describe('an agent', () => {
  const ids = agents.map(({ id }) => id);

  it('comes with all that shows how it behaves', () => {
    expect(missingPieces(ids, agentPieces)).toEqual([]);
  });

  it('that is a folder and a line of the registry alone is told what is missing, and where', () => {
    expect(missingPieces([...ids, 'planted'], agentPieces)).toEqual([
      expect.stringContaining('escapes in test/agents/pieces.ts'),
      expect.stringContaining('versions in test/agents/pieces.ts'),
      expect.stringContaining('test/fixtures/agents/planted'),
      expect.stringContaining('test/agents/planted/start.test.ts'),
    ]);
  });
});

describe.each(agents)('every agent: $id', ({ id, title }) => {
  it('can be named in the configuration, and to people', () => {
    expect(section.safeParse({ order: [id], settings: { [id]: {} } }).success).toBe(true);
    expect(title).toMatch(/^[A-Z]/);
  });
});

describe.each(startedAgents.map((agent) => ({ id: agent.id, agent })))(
  'the agent $id',
  ({ id, agent }) => {
    const input = { ...given(providerOf(agent)), args: [] };
    const start = agent.start(asked, input);

    it('says how to get all that it needs', () => {
      const programs = agent.needs.filter(({ kind }) => kind === 'program');
      expect(programs.map(({ name }) => name)).toEqual(agent.programs.slice(0, 1));
      expect(agent.needs.filter(({ get }) => !/^[A-Z].{30,}\.$/.test(get))).toEqual([]);
    });

    it('hides its own files, each of which no change may touch', () => {
      expect(agent.masks).toContain('**/.env*');
      expect(agent.masks).toContain('**/AGENTS.md');
      expect(agent.masks.filter((mask) => !protectedPaths.includes(mask))).toEqual([]);
    });

    it('is never started with what lets it out', () => {
      const words = start.args.flatMap((word) => (word.startsWith('{') ? [] : word.split(',')));
      const exactTools = words.filter((word) => word !== 'Bash' || !start.args.includes('dontAsk'));
      expect(exactTools.filter((word) => escapes[id]?.test(word) ?? true)).toEqual([]);
    });

    it('never has a token or a prompt on its command line, where all can read it', () => {
      expect(start.args.join('\n')).not.toMatch(/run-token|Repair the total/);
      expect(start.stdin).toContain('Repair the total.');
    });

    it('never has a token in a file, where what it was told is kept', () => {
      expect(JSON.stringify([start.files, start.folders, start.stdin])).not.toContain('run-token');
    });

    it('is silent for as long as a command of its own may take, where its silence is limited', () => {
      expect(agent.idleMs ?? Infinity).toBeGreaterThanOrEqual(600_000);
    });

    it('writes in its scratch folder alone, where each folder is made before its files', () => {
      const names = [...start.folders, ...Object.keys(start.files)];
      expect(names.filter((name) => !/^[\w-]+(?:\/[\w.-]+)?(?:\.\w+)?$/.test(name))).toEqual([]);
      const parents = Object.keys(start.files).flatMap((name) => name.split('/').slice(0, -1));
      expect(parents.filter((parent) => !start.folders.includes(parent))).toEqual([]);
      const values = Object.values(start.env).filter((value) => value.startsWith('/'));
      expect(values.filter((value) => !value.startsWith('/scratch'))).toEqual([]);
    });

    it('takes the further arguments of its settings', () => {
      const more = ['--one', 'two words'];
      const { args } = agent.start(asked, { ...input, args: more });
      expect(args.join('\n')).toContain(more.join('\n'));
      expect(args.filter((word) => !more.includes(word))).toEqual(start.args);
    });

    it('starts the same way each time', () => {
      expect(agent.start(asked, input)).toEqual(start);
    });

    it('finds its version where it tells one', () => {
      expect(agent.versionPattern.exec(versions[id] ?? '')?.[1]).toBe(
        /\d[\w.-]*/.exec(versions[id] ?? '')?.[0],
      );
      expect(agent.versionArgs.length > 0).toBe(versions[id] !== undefined);
    });
  },
);
