import type { Installed, InstalledTool } from '#check/needs/installed.ts';
import { findEditablePaths } from './editable-paths.ts';
import { findBinary } from './installed-binary.ts';
import { findNodePackage } from './installed-node.ts';
import { findPythonModule } from './installed-python.ts';

export interface InstalledOptions {
  /** The caller's environment, of which tools see a part. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Through these a tool finds its own settings and other programs. */
const counted = ['HOME', 'PATH', 'VIRTUAL_ENV'];

/** Knows tools by what installing them leaves on disk. */
export function createInstalled({ env }: InstalledOptions): Installed {
  const variables = counted.map((name) => env[name] ?? null);
  const { version: node, platform, arch } = process;
  return {
    find: async (program, place) => {
      const found = look(program, { ...place, path: env['PATH'] ?? '' });
      if (found === undefined) return undefined;
      return { ...found, stamp: JSON.stringify([found.stamp, variables, node, platform, arch]) };
    },
    editablePaths: findEditablePaths,
  };
}

interface ToolPlace {
  /** Absolute. */
  readonly repository: string;
  /** Folder in which the tool will run, absolute. */
  readonly cwd: string;
  /** Where programs without a folder are looked for. */
  readonly path: string;
}

/** An installation that cannot be read, or that changes meanwhile, is one that is not known. */
function look(program: readonly string[], place: ToolPlace): InstalledTool | undefined {
  try {
    return find(program, place);
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error))
      return undefined;
    throw error;
  }
}

function find([first, second, third, ...more]: readonly string[], place: ToolPlace) {
  if (first === undefined || more.length > 0) return undefined;
  if (second === undefined) return findBinary(first, place);
  if (third === undefined) return findNodePackage([first, second], place);
  return second === '-m' ? findPythonModule(first, third, place) : undefined;
}
