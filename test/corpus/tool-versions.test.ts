import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '#engines/registry.ts';
import { installTools, type ToolToTry } from './versions/install-tool.ts';
import { toolProjects } from './versions/tool-projects.ts';
import { tryTool } from './versions/try-tool.ts';

const tools: readonly ToolToTry[] = engines.flatMap(({ id, versions }) => {
  const project = toolProjects[id];
  return project === undefined
    ? []
    : // The last is that of all other tests.
      (versions?.tested.slice(0, -1) ?? []).map((version) => ({ id, version, project }));
});

beforeAll(async () => installTools(tools));

describe('a version of a tool that is said to be tested', () => {
  it.each(tools)(
    '$id $version is clean on a clean project and finds what is planted',
    async (tool) => {
      const engine = engines.find(({ id }) => id === tool.id);
      if (engine === undefined) throw new Error(`No engine ${tool.id}`);
      const { clean, planted } = await tryTool(engine, tools, tool);
      expect(clean.outcome).toMatchObject({
        error: null,
        warnings: [],
        category: 'success',
        findings: 0,
        toolVersion: tool.version,
      });
      expect(planted.outcome).toMatchObject({ error: null, category: 'diagnostic', findings: 1 });
      expect(planted.findings).toHaveLength(1);
    },
  );
});
