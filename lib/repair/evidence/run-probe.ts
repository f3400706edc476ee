import type { Engine, RunnerProbe } from '#engines/contract.ts';
import { buildRunSpec } from '#check/execute-engine.ts';
import { makeReady } from '#check/run-engines.ts';
import { readOutput, type ReadyEngine, runTool } from '#check/run-tool.ts';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import { maskFolderInName, unmaskFolder } from '#check/rules/outcome/movable.ts';
import { testInRepository } from '#check/rules/findings/test-names.ts';
import type { TokenSource } from '#model/needs/ids.ts';
import type { Sha } from '#model/ids.ts';
import type { Rejection } from '../rules/verdict/rejection.ts';
import { judgeProbe } from '../rules/evidence/judge-probe.ts';
import { type ProbeAnswer, probeAnswer } from '../rules/evidence/probe-answer.ts';
import { outsideAnswer, type OutsideEnds } from '../rules/evidence/outside.ts';
import { answerOfReport } from '../rules/evidence/plain-answer.ts';
import { placeAnswer, placeNames } from '../rules/evidence/place-answer.ts';
import {
  type Canary,
  drawCanaries,
  probeLimits,
  type ProbeRequest,
} from '../rules/evidence/probe-request.ts';
import type { SnapshotInput, SnapshotServices } from '../session/collect-snapshot.ts';

export interface TestProbeServices extends SnapshotServices {
  /** Draws what nobody can know before. */
  readonly ids: TokenSource;
}

export interface ProbeToRun {
  readonly engine: Engine;
  /** Absent: nothing is known but how its tests end. */
  readonly probe?: RunnerProbe | undefined;
  /** With the files of tests to run as its scope. */
  readonly scheduled: Scheduled;
  /** Of the tool, where it is known. */
  readonly version: string | null;
  readonly tree: Sha;
  /** Paths and ids as the runner has them. */
  readonly asked: Pick<ProbeRequest, 'everything' | 'named' | 'others'>;
  /** How many functions are mutated; 0: only how tests end is looked at; absent: as many as usual. */
  readonly functions?: number;
  /** Also calls the tests that are named without their runner. */
  readonly outside?: true;
}

export type ProbeRun =
  | {
      readonly kind: 'answered';
      /** With names of the repository. */
      readonly answer: ProbeAnswer;
      readonly canaries: number;
      /** Why it cannot be believed; none: it can. */
      readonly untrusted: readonly Rejection[];
      /** How the tests that were named ended without their runner. */
      readonly outside: OutsideEnds;
    }
  | { readonly kind: 'silent'; readonly because: string };

/** Runs tests of a tree in a copy of their own, with ours between them and our eyes on what they do. */
export async function runProbe(
  deps: TestProbeServices,
  session: SnapshotInput,
  wanted: ProbeToRun,
): Promise<ProbeRun> {
  const copy = await deps.copies.open(wanted.tree, { hidden: [], linked: session.linked });
  const scratch = await deps.scratch.create({ shared: true });
  const printed = await deps.scratch.create();
  try {
    const ready = makeReady({ ...session.check, repository: copy.path }, wanted.scheduled);
    const place = { scratch, printed, copy: copy.path };
    return await runIn(deps, { ...ready, version: wanted.version }, { ...wanted, ...place });
  } finally {
    await copy.release();
    await Promise.all([scratch, printed].map((folder) => deps.scratch.remove(folder)));
  }
}

interface ProbePlace {
  readonly scratch: string;
  readonly printed: string;
  readonly copy: string;
}

async function runIn(
  deps: TestProbeServices,
  ready: ReadyEngine,
  wanted: ProbeToRun & ProbePlace,
): Promise<ProbeRun> {
  const { scratch, printed, probe } = wanted;
  if (probe === undefined) return runPlainly(deps, ready, wanted);
  const nonce = `t${deps.ids.token().replaceAll(/\W/g, '').toLowerCase()}`;
  const folder = `${scratch}/${nonce}`;
  const canaries = drawCanaries(nonce, probe.canaries);
  const answer = `${scratch}/answer-${nonce}.json`;
  await plantProbe(deps, probe, {
    folder,
    request: requestOf(wanted, { nonce, answer, canaries }),
  });
  const spec = probe.spec(buildRunSpec(ready, scratch), folder, ready.plan);
  const plan = { ...ready.plan, env: { ...ready.plan.env, ...spec.env } };
  const start = { spec, args: spec.args, outputDir: `${printed}/probe` };
  const result = await runTool(deps, { ...ready, plan }, start);
  const output = await readOutput(deps.scratch, { ...ready, result, spec });
  const told = probeAnswer.safeParse(asJson(await deps.scratch.read(answer, mostBytes)));
  if (!told.success || told.data.nonce !== nonce) {
    return { kind: 'silent', because: `its runner gave no answer (${result.exit.kind})` };
  }
  const report = ready.engine.parse(output);
  const untrusted = judgeProbe(canaries, told.data, {
    failed: new Set(report.findings.flatMap(({ testId }) => testId ?? [])),
    collected: new Set((report.tests ?? []).map(({ id }) => id)),
    endedAsFailed: result.exit.kind === 'exited' && result.exit.code !== 0,
  });
  const nameOf = (id: string): string =>
    testInRepository({ id: maskFolderInName(id, wanted.copy) }, ready.plan.root).id;
  const isAsked = wanted.outside === true && untrusted.length === 0;
  const outside = isAsked ? await callOutside(deps, ready, { ...wanted, answer: told.data }) : {};
  return {
    kind: 'answered',
    outside: placeNames(outside, nameOf),
    answer: placeAnswer(told.data, { nameOf, root: ready.plan.root }),
    canaries: Object.values(told.data.canaries).flat().length,
    untrusted,
  };
}

/** What any runner tells: which tests there are, and which of them fail. */
async function runPlainly(
  deps: TestProbeServices,
  ready: ReadyEngine,
  { scratch, printed, copy }: ProbePlace,
): Promise<ProbeRun> {
  const spec = buildRunSpec(ready, scratch);
  const result = await runTool(deps, ready, {
    spec,
    args: spec.args,
    outputDir: `${printed}/plain`,
  });
  const report = ready.engine.parse(await readOutput(deps.scratch, { ...ready, result, spec }));
  if (report.facts.state !== 'valid' || report.tests === undefined) {
    return { kind: 'silent', because: 'its runner gave no report' };
  }
  const { root } = ready.plan;
  const nameOf = (id: string): string =>
    testInRepository({ id: maskFolderInName(id, copy) }, root).id;
  const answer = placeAnswer(answerOfReport(report), { nameOf, root });
  return { kind: 'answered', answer, canaries: 0, untrusted: [], outside: {} };
}

/** In the same copy: where modules lie was learned there. */
async function callOutside(
  deps: TestProbeServices,
  ready: ReadyEngine,
  {
    scratch,
    printed,
    probe,
    asked,
    copy,
    answer,
  }: ProbeToRun & ProbePlace & { answer: ProbeAnswer },
): Promise<OutsideEnds> {
  const file = `${scratch}/outside-${answer.nonce}`;
  const program = probe?.outside?.start(ready.program, probe.outside.file);
  const named = new Set(asked.named.map((id) => unmaskFolder(id, copy)));
  const tests = answer.watched.filter(
    ({ id, end, params }) => named.has(id) && end.outcome === 'passed' && (params ?? null) !== null,
  );
  if (program === undefined || tests.length === 0) return {};
  const request = { nonce: answer.nonce, path: answer.path, tests, answer: `${file}.answer` };
  await deps.scratch.write(`${file}.json`, JSON.stringify(request), { shared: true });
  const spec = { args: [`${file}.json`], env: { PYTHONDONTWRITEBYTECODE: '1' }, reports: {} };
  const start = { spec, args: spec.args, outputDir: `${printed}/outside` };
  await runTool(deps, { ...ready, program }, start);
  const told = outsideAnswer.safeParse(asJson(await deps.scratch.read(request.answer, mostBytes)));
  return told.success && told.data.nonce === answer.nonce ? told.data.ends : {};
}

const mostBytes = 64 * 1024 * 1024;

function requestOf(
  { asked, copy, functions = probeLimits.functions }: ProbeToRun & ProbePlace,
  own: { readonly nonce: string; readonly answer: string; readonly canaries: readonly Canary[] },
): ProbeRequest {
  const named = asked.named.map((id) => unmaskFolder(id, copy));
  return { ...probeLimits, ...asked, ...own, named, functions };
}

async function plantProbe(
  { scratch }: TestProbeServices,
  { files }: RunnerProbe,
  { folder, request }: { readonly folder: string; readonly request: ProbeRequest },
): Promise<void> {
  const folders = new Set(
    Object.keys(files).map((name) => `${folder}/${name}`.replace(/\/[^/]*$/, '')),
  );
  for (const one of folders) await scratch.makeFolder(one);
  const put = (name: string, text: string): Promise<void> =>
    scratch.write(`${folder}/${name}`, text, { shared: true });
  for (const [name, path] of Object.entries(files)) {
    const text = await scratch.read(path, mostBytes);
    if (text === undefined) throw new Error(`${path} is missing`);
    await put(name, text);
  }
  await put('request.json', JSON.stringify(request));
}

function asJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
