import { foldPath } from '#base/fold-path.ts';
import { inAnyForm, inExactForm } from '#base/glob.ts';
import { nameFirst } from '#base/words.ts';
import { settingsFile, stateFolder } from '#model/own-files.ts';
import { findExecutor } from './executing-files.ts';
import type { ExecutingFiles } from './executing-row.ts';
import { folderOfIgnoreList, globsOfIgnored } from './ignore-lists.ts';
import {
  fileName,
  type JudgingFacts,
  type JudgingReader,
  type ReadingEngine,
  turnWord,
} from './judged-turn.ts';
import { linesOfTurn } from './lines-of-turn.ts';
import { shownName } from './package-changes.ts';
import { startsWithPython } from './pytest-hooks.ts';
import { ofNodePackages, shadowedModule } from './shadowing-modules.ts';
import { allRunning, preferRunning, runningTests } from './who-is-milder.ts';

/** Files that something executes, or that say how. */
export const readExecuted: JudgingReader = (turn, { engines }) => {
  const found = findExecutor(turn.path);
  if (found === undefined || found.judges === 'nothing') return [];
  const { added, removed } = linesOfTurn(turn);
  const lines = [...added, ...removed];
  // Empty lines and remarks say nothing.
  if (turn.before.isThere && turn.after.isThere && lines.length === 0) return [];
  const does = found.class === 'tool' ? 'obeys' : 'executes or obeys';
  const keys = settingNames(turn.path, lines);
  const sentence = `What ${found.by} ${does} is ${turnWord(turn)}${keys}.`;
  return [{ class: found.class, sentence, milder: judgedByIt(found.judges, engines, lines) }];
};

function judgedByIt(
  judges: ExecutingFiles['judges'],
  engines: readonly ReadingEngine[],
  lines: readonly string[],
): readonly string[] {
  if (judges === 'all') return allRunning(engines);
  if (judges === 'mentioned') return preferRunning(enginesMentioned(engines, lines));
  return preferRunning(engines.filter(({ language }) => language === judges));
}

/** The settings of which the lines of a configuration of a package manager speak. */
function settingNames(path: string, lines: readonly string[]): string {
  if (!/rc(?:\.ya?ml)?$|\.(?:conf|ini)$/.test(fileName(path))) return '';
  const names = lines.flatMap((line) => /^\s*([\w@][\w.@/:-]*?)\s*[=:]/.exec(line)?.[1] ?? []);
  return names.length === 0 ? '' : `: ${nameFirst([...new Set(names)].map(shownName), 4)}`;
}

/** Engines whose tool these lines name. */
function enginesMentioned(
  engines: readonly ReadingEngine[],
  lines: readonly string[],
): readonly ReadingEngine[] {
  const words = new Set(lines.flatMap((line) => line.split(/[^\w@/.-]+|(?<=^|\s)-+/)));
  return engines.filter(({ tools }) => tools.some((tool) => words.has(tool)));
}

/** What configurations of tests have run before them, or in their place. */
export const readSetUps: JudgingReader = (turn, { engines, setUps }) => {
  const isNamed = setUps.has(turn.path);
  if (!isNamed && !usualSetUp.test(fileName(turn.path))) return [];
  const tests = runningTests(engines);
  const own = tests.filter(({ tools }) => tools.some((tool) => fileName(turn.path).includes(tool)));
  const language = turn.path.endsWith('.py') ? 'python' : 'node';
  const readers = own.length > 0 ? own : tests.filter((one) => one.language === language);
  const sentence = `What ${isNamed ? 'the configuration of the tests has run before them' : 'tests usually begin with'} is ${turnWord(turn)}.`;
  return [{ class: 'hook', sentence, milder: preferRunning(readers) }];
};

const usualSetUp =
  /^(?:(?:vitest|jest|mocha|test)[.-]?(?:setup|global-?setup|hooks)|setup-?(?:vitest|jest|tests?)|globalSetup)(?:\.[\w-]+)*\.[cm]?[jt]sx?$|^\.mocharc(?:\.\w+)?$/i;

/** What is loaded in place of what is installed. */
export const readShadowing: JudgingReader = (turn, facts) => {
  const { path, after } = turn;
  if (!after.isThere) return [];
  const { engines } = facts;
  const folded = foldPath(path);
  const python = preferRunning(engines.filter(({ language }) => language === 'python'));
  const node = preferRunning(engines.filter(({ language }) => language === 'node'));
  if (ofNodePackages.test(folded)) {
    return [
      {
        class: 'shadowing',
        sentence: 'It is loaded in place of a package that is installed.',
        milder: node,
      },
    ];
  }
  if (
    /(?:^|\/)(?:site-packages|dist-packages)\//.test(folded) ||
    /(?:^|\/)\.?venv\//.test(folded)
  ) {
    return [
      {
        class: 'shadowing',
        sentence: 'It is a part of an environment in which tools are installed.',
        milder: python,
      },
    ];
  }
  if (startsWithPython.test(folded)) {
    return [
      {
        class: 'shadowing',
        sentence: 'It is loaded into every Python program that finds it.',
        milder: python,
      },
    ];
  }
  return readShadowedModule(turn, facts, python);
};

function readShadowedModule(
  { path, before, after }: Parameters<JudgingReader>[0],
  { engines, modules, pathsBefore, pathsAfter }: JudgingFacts,
  python: readonly string[],
): ReturnType<JudgingReader> {
  if (before.isThere) return [];
  const file = { path, isLink: after.text === undefined && !path.endsWith('.py') };
  const name = shadowedModule(file, modules, { before: pathsBefore, after: pathsAfter });
  if (name === undefined) return [];
  const tools = engines.filter((one) => one.tools.includes(name));
  const sentence = `Tools that look where the code lies load it in place of the installed module ${shownName(name)}.`;
  return [
    { class: 'shadowing', sentence, milder: tools.length > 0 ? preferRunning(tools) : python },
  ];
}

/** A list of what git ignores, by which many tools go: told where it hides a file that is there. */
export const readIgnoreList: JudgingReader = (turn, { engines, pathsBefore, pathsAfter }) => {
  const folder = folderOfIgnoreList(turn.path);
  if (folder === undefined) return [];
  const isIgnored = inExactForm(
    linesOfTurn(turn).added.flatMap((line) => globsOfIgnored(line, folder)),
  );
  const hidden = [...pathsBefore, ...pathsAfter].filter((path) => isIgnored(path));
  const readers = engines.filter(({ judges }) => hidden.some((path) => judges.test(path)));
  const [first] = hidden;
  if (first === undefined || readers.length === 0) return [];
  const sentence = `It leaves out what is judged, such as ${shownName(first)}.`;
  return [{ class: 'configuration', sentence, milder: preferRunning(readers) }];
};

const isSettings = inAnyForm([settingsFile, `${stateFolder}/**`]);

/** Our own settings. */
export const readOwnSettings: JudgingReader = (turn, { engines }) => {
  if (!isSettings(turn.path)) return [];
  const sentence =
    turn.path === settingsFile
      ? `The settings of Ratchetr are ${turnWord(turn)}; a pull request is judged by those of its merge base, and what comes after it by these.`
      : `What Ratchetr tolerates or keeps is ${turnWord(turn)}.`;
  return [{ class: 'settings', sentence, milder: allRunning(engines) }];
};
