import * as z from 'zod';
import { valueIn } from '#base/data.ts';
import { isOlder } from '#base/version-order.ts';
import type { Detection } from '#check/rules/repository/evidence.ts';
import type { ExitCatalog, FailureRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { folderOf, type RepositoryFacts, upward, within } from '#check/rules/repository/facts.ts';
import { listProjectCommands } from '#check/rules/repository/commands/project-commands.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { firstWithReport, parseRuffFormatReport } from './report.ts';

const refused: Omit<FailureRule, 'report'> = {
  code: 2,
  category: 'tool_failure',
  reason: 'CONFIG_INVALID',
  why: 'ruff refused its configuration or an argument, or could not read a file; correct what it names.',
};

const moduleMissing: Probe = {
  id: 'module-missing',
  stream: 'stderr',
  pattern: 'No module named ruff',
  effect: 'tool-failure',
  reason: 'TOOL_NOT_FOUND',
  remedy: 'The interpreter of this project has no ruff; add it to the development dependencies.',
};

const noFiles: Probe = {
  // All of a change may be excluded by the configuration: that is no failure, and tells nothing of the rest.
  id: 'no-files',
  stream: 'stderr',
  pattern: '^warning: No Python files found',
  effect: 'partial',
  remedy: 'No Python file that is not excluded is in its scope.',
};

const check: ExitCatalog = {
  // Without any file it writes none.
  report: 'when-findings',
  rules: [
    {
      code: 2,
      report: ['valid-findings'],
      category: 'diagnostic',
      why: 'ruff could not parse or read some files, and judged the others.',
    },
    {
      code: 2,
      report: ['valid-empty'],
      category: 'success',
      completeness: 'partial',
      why: 'ruff could not read every file and found nothing in the others.',
    },
    refused,
  ],
  probes: [
    moduleMissing,
    noFiles,
    {
      id: 'unreadable-file',
      stream: 'stdout',
      pattern: String.raw`"code":\s*"io"`,
      effect: 'partial',
      remedy: 'A file could not be read; see that it exists and is UTF-8.',
    },
    {
      id: 'unreadable-file-of-plain',
      stream: 'stderr',
      pattern: '^error: Failed to read ',
      effect: 'partial',
      remedy: 'A file could not be read; see that it exists and is UTF-8.',
    },
  ],
};

const fix: ExitCatalog = {
  isFix: true,
  report: 'never',
  rules: [
    {
      code: 2,
      report: ['valid-findings'],
      category: 'diagnostic',
      why: 'ruff could not parse some files; it left them as they are and formatted the others.',
    },
    refused,
  ],
  probes: [
    moduleMissing,
    noFiles,
    {
      id: 'unreadable-file',
      stream: 'stderr',
      pattern: '^error: Failed to (?:read|format) ',
      effect: 'partial',
      remedy: 'A file could not be read; see that it exists and is UTF-8.',
    },
  ],
};

/** Ruff, the formatter. It judges file by file, and its findings are whole files. */
export const ruffFormat: Engine = {
  id: 'ruff-format',
  title: 'Ruff (formatter)',
  loads: 'nothing',
  scope: 'per-file',
  program: { kind: 'python-module', module: 'ruff' },
  versionArgs: ['--version'],
  versionPattern: /^ruff (\S+)/m,
  versions: { first: '0.1', tested: ['0.1.15', '0.6.9', '0.12.12', '0.16.9'] },
  detect,
  configNames: ['ruff.toml', '.ruff.toml', 'pyproject.toml'],
  sections: ['ruff'],
  judges: /\.(?:pyi?|ipynb)$/,
  reads: 'scope',
  keepsState: () => true,
  changed: 'paths',
  startedBy: {
    tool: 'ruff',
    does: ['format'],
    valued: /^--(?:config|exclude|target-version|line-length|output-format|cache-dir|color|range)$/,
    besides:
      /^(?:-[qsvn]|--(?:check|diff|exit-\w[\w-]*|output-format|no-cache|cache-dir|quiet|silent|verbose|force-exclude|color)(?:=|$))/,
    isOther: /^--(?:help|stdin-filename|range)(?:=|$)/,
    several: 'together',
  },
  nested: 'itself',
  suppressions: [String.raw`#\s*(?:fmt|yapf):\s*(?:off|skip|disable)`],
  tasks: byFile,
  validation: (input) =>
    recheckFiles(ruffFormat.program, input, {
      args: ['format', '--check', '--no-cache', '--force-exclude'],
      config: (path) => ['--config', path],
    }),
  parse: parseRuffFormatReport,
  check: {
    catalog: check,
    spec: (input) => specOf(input, checkArgs(input)),
  },
  fix: { catalog: fix, spec: (input) => specOf(input, []) },
};

function checkArgs({ version }: SpecInput): readonly string[] {
  return ['--check', ...(isOlder(version, firstWithReport) ? [] : ['--output-format', 'json'])];
}

function specOf({ plan, scratch, kept }: SpecInput, mode: readonly string[]): RunSpec {
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: [
      'format',
      ...mode,
      '--force-exclude',
      '--cache-dir',
      kept ?? `${scratch}/cache`,
      ...config,
      ...plan.args,
      '--',
      ...plan.scope,
    ],
    env: { RUFF_NO_CACHE: 'false' },
    reports: {},
  };
}

const formats = z.object({ tool: z.object({ ruff: z.object({ format: z.unknown() }) }) });
const configures = z.object({ tool: z.object({ ruff: z.unknown() }) });

/**
 * Many repositories lint with ruff and format otherwise, so only a command or a table of the formatter says that it is used.
 * Of the configurations above a file ruff takes the nearest alone.
 */
function detect(facts: RepositoryFacts, root: string): Detection {
  const command = listProjectCommands(facts).find(
    ({ tool, args, isHook, root: at }) =>
      tool === 'ruff' && args[0] === 'format' && isHook !== true && upward(root).includes(at),
  );
  if (command !== undefined) {
    return { kind: 'present', because: `${command.at} runs \`ruff format\``, at: command.root };
  }
  for (const folder of upward(root)) {
    const own = ['ruff.toml', '.ruff.toml'].map((name) => within(folder, name));
    const file = own.find((path) => facts.files.has(path));
    if (file !== undefined) return describeOwnFile(file, facts.manifests.get(file));
    const path = within(folder, 'pyproject.toml');
    const manifest = facts.manifests.get(path);
    if (formats.safeParse(manifest).data?.tool.ruff.format !== undefined) {
      return { kind: 'present', because: `${path} has a table [tool.ruff.format]`, at: folder };
    }
    if (configures.safeParse(manifest).data?.tool.ruff !== undefined) {
      return absent(`${path} has no table [tool.ruff.format]`);
    }
  }
  return { kind: 'absent', because: 'no [tool.ruff.format] was found', noSign: true };
}

function describeOwnFile(file: string, data: unknown): Detection {
  if (valueIn(data, 'format') !== undefined) {
    return { kind: 'present', because: `${file} has a table [format]`, at: folderOf(file) };
  }
  return absent(`${file} has no table [format]`);
}

function absent(because: string): Detection {
  return { kind: 'absent', because: `${because}; enable it where ruff formats` };
}
