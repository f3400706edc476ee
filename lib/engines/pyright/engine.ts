import * as z from 'zod';
import { type RepositoryFacts, upward, within } from '#domain/repository/facts.ts';
import type { Detection, Engine, RunSpec, SpecInput } from '../contract.ts';
import { pyrightCatalog } from './catalog.ts';
import { parsePyrightReport } from './report.ts';

/** pyright, the type checker. It judges the files that its configuration includes, each by all others. */
export const pyright: Engine = {
  id: 'pyright',
  title: 'Pyright',
  scope: 'whole-program',
  program: { kind: 'node-bin', package: 'pyright', bin: 'pyright' },
  versionArgs: ['--version'],
  versionPattern: /^pyright (\S+)/m,
  detect,
  configNames: ['pyrightconfig.json', 'pyproject.toml'],
  parse: parsePyrightReport,
  check: { catalog: pyrightCatalog, spec },
};

/** The interpreter whose packages are seen; without it, the one that pyright finds. */
const options = z.object({ python: z.string().optional().catch(undefined) });

function spec({ plan }: SpecInput): RunSpec {
  const { python } = options.parse(plan.options);
  return {
    // No paths: they would stand in place of what the configuration includes.
    args: [
      '--outputjson',
      ...(plan.config.path === null ? [] : ['-p', plan.config.path]),
      ...(python === undefined ? [] : ['--pythonpath', python]),
      ...plan.args,
    ],
    env: {},
    reports: {},
  };
}

const pyproject = z.looseObject({
  tool: z.looseObject({ pyright: z.unknown(), basedpyright: z.unknown() }).partial(),
});

function detect(facts: RepositoryFacts, root: string): Detection {
  const folders = upward(root).map((folder) => look(facts, folder));
  const file = folders.flatMap(({ own }) => own)[0];
  if (file !== undefined) return { kind: 'present', because: `${file} configures it` };
  const other = folders.flatMap(({ based }) => based)[0];
  return {
    kind: 'absent',
    because:
      other === undefined
        ? 'no pyrightconfig.json and no [tool.pyright] was found'
        : `${other} configures basedpyright, which is another tool`,
  };
}

function look(
  facts: RepositoryFacts,
  folder: string,
): { readonly own: readonly string[]; readonly based: readonly string[] } {
  const file = within(folder, 'pyrightconfig.json');
  const path = within(folder, 'pyproject.toml');
  const parsed = pyproject.safeParse(facts.manifests.get(path));
  const tool = parsed.success ? parsed.data.tool : {};
  return {
    own: [...(facts.files.has(file) ? [file] : []), ...(tool.pyright === undefined ? [] : [path])],
    based: tool.basedpyright === undefined ? [] : [path],
  };
}
