import { tableIn } from '#base/data.ts';
import { canonicalJson } from '#base/json.ts';
import type { JudgingFacts, JudgingRemark } from './judged-turn.ts';
import { shownName } from './package-changes.ts';
import { preferRunning } from './who-is-milder.ts';

/** Groups of names that an installed package makes known. */
export type EntryPoints = Readonly<Record<string, unknown>>;

/** What an installed package has loaded into tools, and the programs that it brings. */
export function readEntryPoints(
  old: EntryPoints,
  now: EntryPoints,
  { engines }: JudgingFacts,
): readonly JudgingRemark[] {
  const groups = Object.keys(now).filter(
    (group) => canonicalJson(old[group] ?? {}) !== canonicalJson(now[group] ?? {}),
  );
  return groups.flatMap((group): readonly JudgingRemark[] => {
    if (group === 'console_scripts') return readProgramNames(now[group], engines);
    const loading = engines.filter(({ tools }) =>
      tools.some((tool) => group.replace(/\d+$/, '').split('.').includes(tool)),
    );
    if (loading.length === 0) return [];
    const sentence = `Its entry points ${shownName(group)} are loaded into ${loading.map(({ id }) => id).join(', ')} wherever it is installed.`;
    return [{ class: 'hook', sentence, milder: preferRunning(loading) }];
  });
}

function readProgramNames(
  programs: unknown,
  engines: JudgingFacts['engines'],
): readonly JudgingRemark[] {
  const text = typeof programs === 'string' ? programs : Object.keys(tableIn(programs)).join('\n');
  const names = new Set(text.split('\n').map((line) => line.split('=')[0]?.trim() ?? ''));
  const tools = engines.filter((one) => one.tools.some((tool) => names.has(tool)));
  if (tools.length === 0) return [];
  const sentence = `It installs a program of the name of a tool: ${tools.flatMap((one) => one.tools.filter((tool) => names.has(tool))).join(', ')}.`;
  return [{ class: 'shadowing', sentence, milder: preferRunning(tools) }];
}
