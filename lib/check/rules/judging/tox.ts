import { canonicalJson } from '#base/json.ts';
import { nameFirst } from '#base/words.ts';
import { readIni } from '../repository/ini.ts';
import type { JudgingReader } from './judged-turn.ts';
import { shownName } from './package-changes.ts';
import { preferRunning, runningTests } from './who-is-milder.ts';

/** A tox.ini: its environments set variables and say what is run in them. */
export const readToxIni: JudgingReader = ({ before, after }, { engines }) => {
  const [old, now] = [readIni(before.text ?? ''), readIni(after.text ?? '')];
  const sections = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) =>
      /^(?:tox|testenv)(?:$|:)/.test(name) &&
      canonicalJson(old[name] ?? null) !== canonicalJson(now[name] ?? null),
  );
  if (sections.length === 0) return [];
  const variables = sections.flatMap((name) => variablesAdded(old[name] ?? {}, now[name] ?? {}));
  const sets =
    variables.length === 0 ? '' : `, which sets ${nameFirst(variables.map(shownName), 3)}`;
  const sentence = `The environments of tox are others${sets}: ${nameFirst(sections.map(shownName), 4)}.`;
  return [
    { class: 'configuration', sentence, milder: preferRunning(runningTests(engines, 'python')) },
  ];
};

function variablesAdded(
  old: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly string[] {
  const before = new Set(variablesIn(old['setenv'] ?? old['set_env']));
  return variablesIn(now['setenv'] ?? now['set_env']).filter((name) => !before.has(name));
}

function variablesIn(text = ''): readonly string[] {
  return [...text.matchAll(/^\s*([A-Z_][A-Z\d_]*)\s*=/gm)].map(([, one = '']) => one);
}
