import type { ToolRunner } from './needs/engine-host.ts';
import type { RunEnginesInput } from './run-engines.ts';
import { fixedEnv, inherited, readPrinted } from './run-tool.ts';

/** The names of all modules that the tools of Python can import here, without those of the repository. */
export async function toolModules(
  deps: ToolRunner,
  check: RunEnginesInput,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const interpreters = new Map<string, readonly string[]>();
  for (const { engine: id, plan } of check.schedule.entries) {
    const engine = check.engines.get(id);
    if (engine?.program.kind !== 'python-module') continue;
    names.add(engine.program.module);
    const argv = check.programOf(engine, plan.root);
    const end = argv.lastIndexOf('-m');
    const python = end > 0 ? argv.slice(0, end) : [check.pythonOf?.(plan.root, id) ?? 'python3'];
    interpreters.set(python.join('\0'), python);
  }
  for (const python of interpreters.values()) {
    for (const name of await modulesOf(deps, check, python)) names.add(name);
  }
  return names;
}

// It looks neither where it is started nor where path files lead, and executes none of these.
const listModules = `
import pkgutil, site, sys
site.addpackage = lambda *_, **__: None
site.execsitecustomize = lambda: None
site.main()
print(*sys.builtin_module_names, *(found.name for found in pkgutil.iter_modules(sys.path)), sep="\\n")
`;

// Packages that bring their tests along make names of modules of them that everybody uses, and no tool imports.
const ofEverybody = /^(?:tests?|conftest|setup|docs|examples?|benchmarks?|scripts|tools|src)$/;

/** Where it cannot be asked nothing is known of it; then no tool could be started by it either. */
async function modulesOf(
  deps: ToolRunner,
  { repository, signal }: RunEnginesInput,
  [program, ...args]: readonly string[],
): Promise<readonly string[]> {
  if (program === undefined) return [];
  const outputDir = await deps.scratch.create();
  try {
    const { exit, stdout } = await deps.processes.run(
      {
        argv: [program, ...args, '-I', '-S', '-c', listModules],
        cwd: repository,
        inheritEnv: inherited,
        env: fixedEnv,
        outputDir,
        wallMs: 60_000,
        maxOutputBytes: 4 * 1024 * 1024,
        graceMs: 5_000,
      },
      signal,
    );
    if (exit.kind !== 'exited' || exit.code !== 0) return [];
    const names = (await readPrinted(deps.scratch, stdout)).split(/\s+/);
    return names.filter((name) => name !== '' && !ofEverybody.test(name));
  } finally {
    await deps.scratch.remove(outputDir);
  }
}
