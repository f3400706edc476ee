import type { Engine, EngineReport } from '#engines/contract.ts';
import { type Collected, collectFindings } from '#check/collect-findings.ts';
import { longestSource } from '#check/name-findings.ts';
import { pathInRepository } from '#check/rules/findings/place.ts';
import type { PlantedText } from '#check/rules/sources/planted-lines.ts';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import type { Sha } from '#model/ids.ts';
import type { JudgedStatements } from '../rules/verdict/judge-reach.ts';
import type { SnapshotInput, SnapshotServices } from '../session/collect-snapshot.ts';
import { linesSince } from '../session/lines-since.ts';

export interface TreeToHear {
  readonly tree: Sha;
  readonly scheduled: Scheduled;
  readonly engine: Engine;
  /** The files of the change, as far as it judges them and they are there. */
  readonly paths: readonly string[];
  /** Texts that stand in place of what the tree has at such a path. */
  readonly instead?: ReadonlyMap<string, string>;
}

export interface UnsilencedRun {
  readonly run: Collected;
  readonly statements: JudgedStatements;
}

/** What an engine finds in a tree when it heeds no remark in some of its files; everything is told of the files as they are. */
export async function runUnsilenced(
  deps: SnapshotServices,
  session: SnapshotInput,
  wanted: TreeToHear,
): Promise<UnsilencedRun | undefined> {
  const { tree, scheduled, engine } = wanted;
  const { check, runId, linked } = session;
  const copy = await deps.copies.open(tree, { hidden: [], linked });
  try {
    const texts = await rewriteFiles(deps, copy.path, wanted);
    const answered = new Map<string, Set<number>>();
    const plan = {
      ...scheduled.plan,
      args: [...scheduled.plan.args, ...(engine.unsilenced?.args ?? [])],
    };
    const hearing: Engine = {
      ...engine,
      parse: (output) =>
        readAnswers(engine.parse(output), {
          texts,
          answered,
          folders: { repository: copy.path, cwd: output.cwd },
        }),
    };
    const others = check.schedule.entries.filter((one) => one !== scheduled);
    const [run] = await collectFindings(
      {
        ...deps,
        cache: undefined,
        progress: undefined,
        ids: { runId: () => runId },
        sources: withTexts(deps.sources, copy.path, texts),
      },
      {
        ...check,
        evidence: undefined,
        repository: copy.path,
        engines: new Map([...check.engines, [engine.id, hearing]]),
        schedule: {
          // The others say where the files of inner roots belong.
          entries: [{ ...scheduled, plan }, ...others.map(asDerived)],
          problems: [],
        },
        parallel: 1,
      },
      linesSince(deps, session, tree),
    );
    return run && { run, statements: listStatements(texts, answered) };
  } finally {
    await copy.release();
  }
}

function asDerived(one: Scheduled): Scheduled {
  return { ...one, how: 'derived' };
}

interface RewrittenFile extends PlantedText {
  /** As it is in the tree. */
  readonly given: string;
}

/** Files of the copy without remarks, and with lines of ours. */
async function rewriteFiles(
  { scratch, sources }: SnapshotServices,
  folder: string,
  { paths, engine, instead }: TreeToHear,
): Promise<ReadonlyMap<string, RewrittenFile>> {
  const { blank, plant } = engine.unsilenced ?? {};
  const texts = new Map<string, RewrittenFile>();
  for (const path of paths) {
    const found = await sources.readText(`${folder}/${path}`, longestSource);
    const given = instead?.get(path) ?? found;
    if (given === undefined) continue;
    const plain = blank?.(given) ?? given;
    const planted = plant?.(plain) ?? { text: plain, origins: [] };
    texts.set(path, { ...planted, given });
    if (planted.text === found) continue;
    await scratch.remove(`${folder}/${path}`);
    await scratch.write(`${folder}/${path}`, planted.text, { shared: true });
  }
  return texts;
}

/** Findings are told and recognized by the lines that the tree has. */
function withTexts(
  sources: SnapshotServices['sources'],
  folder: string,
  texts: ReadonlyMap<string, RewrittenFile>,
): SnapshotServices['sources'] {
  const given = new Map([...texts].map(([path, text]) => [`${folder}/${path}`, text.given]));
  return {
    ...sources,
    readText: async (path, maxBytes) => given.get(path) ?? sources.readText(path, maxBytes),
  };
}

interface Answers {
  readonly texts: ReadonlyMap<string, RewrittenFile>;
  /** By path, the numbers of the lines at which ours were found. */
  readonly answered: Map<string, Set<number>>;
  readonly folders: { readonly repository: string; readonly cwd: string };
}

function readAnswers(report: EngineReport, { texts, answered, folders }: Answers): EngineReport {
  const findings = report.findings.flatMap((finding) => {
    const path = finding.path === null ? null : pathInRepository(finding.path, folders);
    const origin = texts.get(path ?? '')?.origins[(finding.line ?? 0) - 1];
    if (path === null || origin === undefined) return [finding];
    if (!origin.isOurs) return [{ ...finding, line: origin.number }];
    const numbers = answered.get(path) ?? new Set();
    answered.set(path, numbers.add(origin.number));
    return [];
  });
  return { ...report, findings };
}

function listStatements(
  texts: ReadonlyMap<string, RewrittenFile>,
  answered: ReadonlyMap<string, ReadonlySet<number>>,
): JudgedStatements {
  const all = [...texts].flatMap(([path, { origins }]) =>
    origins
      .filter(({ isOurs }) => isOurs)
      .map(({ number, code }) => ({ code, isJudged: answered.get(path)?.has(number) === true })),
  );
  const codeOf = (wanted: boolean): readonly string[] =>
    all.filter(({ isJudged }) => isJudged === wanted).map(({ code }) => code);
  return { judged: codeOf(true), unjudged: codeOf(false) };
}
