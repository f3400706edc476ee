import type { AgentAnswer, PlanAnswer } from './rules/answer/answer.ts';
import { failedAnswer } from './rules/answer/failure.ts';
import type { AgentEnding } from './rules/verdict/judge-agent.ts';
import type { AgentRequest } from '#model/agent-request.ts';
import type { GatewayEndpoint, AgentStart, StartedAgent } from '#agents/contract.ts';
import type { Timer } from '#base/needs/clock.ts';
import type { Command, ExecResult, Processes } from '#check/needs/processes.ts';
import type { Scratch } from '#check/needs/scratch.ts';
import { agentEnding } from './agent-ending.ts';
import type { AgentTools } from './agent-tools.ts';
import { watchLastWord } from './watch-result.ts';

export interface AgentServices {
  readonly processes: Processes;
  readonly scratch: Scratch;
  readonly clock: Timer;
}

/** What the settings say of an agent. */
export interface AgentSettings {
  readonly model?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly args: readonly string[];
  /** Names of variables of ours that it receives. */
  readonly env: readonly string[];
  readonly maxTurns?: number | undefined;
}

export interface RunAgentInput {
  readonly agent: StartedAgent;
  readonly request: AgentRequest;
  /** The folder that it edits, absolute. */
  readonly copy: string;
  /** The program with its first arguments; undefined where none was found. */
  readonly program: readonly string[] | undefined;
  readonly settings: AgentSettings;
  /** null: it uses an account of its own. */
  readonly gateway: GatewayEndpoint | null;
  /** With what it can see for itself whether its work will do. */
  readonly tools?: Pick<AgentTools, 'env' | 'path'> | undefined;
  readonly timeoutMs: number;
  /** The room that the copy and all that it writes elsewhere may take together. */
  readonly maxDiskBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AgentRun {
  readonly answer: AgentAnswer | PlanAnswer;
  readonly ending: AgentEnding;
  /** Where it exited by itself. */
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
  /** All that it was told. */
  readonly prompt: string;
  readonly durationMs: number;
}

/** Lets one agent work in one copy, and says what it answered and how it ended. Whatever it does, this does not throw. */
export async function runAgent(deps: AgentServices, input: RunAgentInput): Promise<AgentRun> {
  const [room, printed] = [await deps.scratch.create(), await deps.scratch.create()];
  try {
    const start = prepareStart(input, `${room}/files`);
    await writeStartFiles(deps.scratch, room, start);
    const [program, ...args] = input.program ?? [];
    if (program === undefined) return reportMissingProgram(input, start);
    const result = await runUntilDone(deps, input, {
      argv: [program, ...args, ...start.args],
      stdin: start.stdin,
      ...agentCommand(input, start, room),
      outputDir: printed,
    });
    return await readAgentRun(deps, input, { start, result });
  } finally {
    await Promise.all([room, printed].map((folder) => deps.scratch.remove(folder)));
  }
}

function prepareStart(input: RunAgentInput, scratch: string): AgentStart {
  const { agent, request, settings, gateway, tools } = input;
  const { model, maxTurns, args, command } = settings;
  const byCommand = command !== undefined;
  const toolEnv = tools?.env;
  return agent.start(request, { scratch, model, maxTurns, args, gateway, byCommand, toolEnv });
}

async function writeStartFiles(scratch: Scratch, room: string, start: AgentStart): Promise<void> {
  const folders = start.folders.map((name) => `files/${name}`);
  for (const name of ['home', 'tmp', 'files', ...folders]) {
    await scratch.makeFolder(`${room}/${name}`);
  }
  for (const [name, text] of Object.entries(start.files)) {
    await scratch.write(`${room}/files/${name}`, text);
  }
}

/** An agent that writes more than this on one stream has lost its way. */
const maxOutputBytes = 32 * 1024 * 1024;

function agentCommand(input: RunAgentInput, start: AgentStart, room: string) {
  const { agent, copy, settings, gateway, tools, timeoutMs, maxDiskBytes } = input;
  const active = tools?.env['VIRTUAL_ENV'];
  const folders = [copy, room];
  return {
    cwd: copy,
    pathFirst: tools?.path ?? [],
    inheritEnv: ['PATH', 'LANG', ...(gateway === null ? ['HOME'] : []), ...settings.env],
    env: {
      ...(active !== undefined && { VIRTUAL_ENV: active }),
      // What it runs by itself must not write beside what is installed.
      PYTHONDONTWRITEBYTECODE: '1',
      TMPDIR: `${room}/tmp`,
      ...(gateway && { HOME: `${room}/home` }),
      ...start.env,
    },
    wallMs: timeoutMs,
    ...(agent.idleMs !== undefined && { idleMs: agent.idleMs }),
    maxOutputBytes,
    graceMs: 5_000,
    net: { folders },
    writes: folders,
    ...(maxDiskBytes !== undefined && { disk: { folders, maxBytes: maxDiskBytes } }),
  };
}

async function runUntilDone(
  deps: AgentServices,
  { agent, signal }: RunAgentInput,
  command: Command,
): Promise<ExecResult> {
  const path = `${command.outputDir}/stdout.txt`;
  const lastWord = watchLastWord(deps, agent, { path, maxBytes: maxOutputBytes });
  const signals = [lastWord.signal, ...(signal === undefined ? [] : [signal])];
  try {
    return await deps.processes.run(command, AbortSignal.any(signals));
  } finally {
    lastWord.stop();
  }
}

interface EndedProgram {
  readonly start: AgentStart;
  readonly result: ExecResult;
}

async function readAgentRun(
  { scratch }: AgentServices,
  { agent, request, settings }: RunAgentInput,
  { start, result }: EndedProgram,
): Promise<AgentRun> {
  const { exit, durationMs } = result;
  const textOf = async ({ path }: ExecResult['stdout']) =>
    (await scratch.read(path, maxOutputBytes)) ?? '';
  const [stdout, stderr] = [await textOf(result.stdout), await textOf(result.stderr)];
  const { model, command } = settings;
  const byCommand = command !== undefined;
  const answer = agent.read({ request, model, stdout, stderr, exit, byCommand });
  return {
    answer,
    ending: agentEnding(answer, exit, durationMs),
    ...(exit.kind === 'exited' && { exitCode: exit.code }),
    stdout,
    stderr,
    prompt: joinPrompt(start),
    durationMs,
  };
}

function reportMissingProgram({ agent }: RunAgentInput, start: AgentStart): AgentRun {
  const failed = failedAnswer('crashed', `No program was found for the agent ${agent.id}.`);
  return {
    answer: { ...failed, cost: { usd: 0, source: 'none' } },
    ending: { kind: 'failed', problem: failed.sentence },
    stdout: '',
    stderr: '',
    prompt: joinPrompt(start),
    durationMs: 0,
  };
}

function joinPrompt({ files, stdin }: AgentStart): string {
  const written = Object.entries(files).map(([name, text]) => `${name}:\n${text}`);
  return [...written, stdin].join('\n\n');
}
