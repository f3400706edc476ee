import { beforeAll, describe, expect, it } from 'vitest';
import { jest } from '#engines/jest/engine.ts';
import { vitest } from '#engines/vitest/engine.ts';
import { foundInShort, inShort, probedProject, runProbed } from '../engines/probed.ts';
import { plantFiles } from '../support/plant-files.ts';
import { installTools, linkTool, type ToolToTry } from './versions/install-tool.ts';
import { toolProjects } from './versions/tool-projects.ts';

const tools: readonly ToolToTry[] = [jest, vitest].flatMap(({ id, versions }) => {
  const project = toolProjects[id];
  return project === undefined
    ? []
    : (versions?.tested.slice(0, -1) ?? []).map((version) => ({ id, version, project }));
});

beforeAll(async () => installTools(tools));

describe('a version of a runner that is said to be tested', () => {
  it.each(tools)('$id $version is looked into as the newest is', async (tool) => {
    const { id, version } = tool;
    const folder = await plantFiles(probedProject(id === 'jest' ? 'commonjs' : 'esm'));
    const probed = await runProbed({
      engine: id === 'jest' ? jest : vitest,
      folder,
      program: await linkTool(tools, tool, folder),
      version,
      asked: { named: ['total.test.js > fails'], others: { 'total.test.js': null } },
    });
    expect(probed.untrusted).toEqual([]);
    expect(inShort(probed)).toEqual(foundInShort);
  });
});
