import { type RunId, runId, type WorkspaceId, workspaceId } from '#model/ids.ts';

/** The right of one launched worker to say its first word. */
export interface Capability {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  /** Which launch of the run it was given to. */
  readonly launch: number;
  /** When the worker must have started. */
  readonly expiresAt: number;
}

/** What a worker that has started shows with everything it asks for. */
export interface SessionSecret {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  /** The number that the worker was given when it started. */
  readonly fence: number;
  /** When the worker is stopped. */
  readonly expiresAt: number;
}

/** What is sealed of a capability; made of stored facts alone, so a repeated launch has the same. */
export function capabilityText(capability: Capability): string {
  return tokenText('v1', { ...capability, number: capability.launch });
}

/** What is sealed of the secret of a session. */
export function secretText(secret: SessionSecret): string {
  return tokenText('s1', { ...secret, number: secret.fence });
}

/** What is sealed for the gateway of a run. It is no right to speak: it shows only whose word about a cost it is. */
export function gatewayText(run: Pick<Capability, 'workspaceId' | 'runId'>): string {
  return `g1.${run.workspaceId}.${run.runId}`;
}

/** A text with the seal that shows who made it. */
export function withSeal(text: string, seal: string): string {
  return `${text}.${seal}`;
}

export type Token = { readonly text: string; readonly seal: string } & (
  | ({ readonly kind: 'capability' } & Capability)
  | ({ readonly kind: 'secret' } & SessionSecret)
);

/** Takes a token apart and believes nothing yet: its seal is still to be checked. */
export function parseToken(token: string): Token | undefined {
  const groups = form.exec(token)?.groups;
  if (groups === undefined) return undefined;
  const { text = '', seal = '', version, workspace, run, number, expiry } = groups;
  const bound = {
    text,
    seal,
    workspaceId: workspaceId.parse(workspace),
    runId: runId.parse(run?.replaceAll('~', '.')),
    expiresAt: Number(expiry) * 1_000,
  };
  return version === 'v1'
    ? { kind: 'capability', ...bound, launch: Number(number) }
    : { kind: 'secret', ...bound, fence: Number(number) };
}

// Of the ids that of the workspace alone shows its dots, so a text can be taken apart in one way.
const form =
  /^(?<text>(?<version>v1|s1)\.(?<workspace>[A-Za-z0-9][A-Za-z0-9._:-]{0,63})\.(?<run>[A-Za-z0-9][A-Za-z0-9~_:-]{0,63})\.(?<number>\d{1,9})\.(?<expiry>\d{1,12}))\.(?<seal>[A-Za-z0-9_-]{43})$/;

interface Sealed extends Pick<Capability, 'workspaceId' | 'runId' | 'expiresAt'> {
  readonly number: number;
}

function tokenText(version: 'v1' | 's1', sealed: Sealed): string {
  const { workspaceId: workspace, runId: run, number, expiresAt } = sealed;
  const expiry = Math.ceil(expiresAt / 1_000);
  return [version, workspace, run.replaceAll('.', '~'), number, expiry].join('.');
}
