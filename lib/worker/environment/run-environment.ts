import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import type { Outcome } from '#base/outcome.ts';
import type { InstalledApart } from '#check/prepare/prepare-check.ts';
import type { SealedEnvironment } from '#check/needs/environments.ts';

export interface RunEnvironment extends InstalledApart {
  /** Ends the use of it. What was changed is found by nobody again. */
  readonly release: () => Promise<void>;
}

export interface EnvironmentToOpen {
  /** Where the run finds it, absolute: one path, whichever environment it leads to. */
  readonly link: string;
  readonly sealed: SealedEnvironment;
  /** Makes another one like it. */
  readonly rebuild: () => Promise<Outcome<SealedEnvironment>>;
}

/** Opens an environment for a run; one that is changed meanwhile is thrown away, and another takes its place. */
export function openRunEnvironment({ link, sealed, rebuild }: EnvironmentToOpen): RunEnvironment {
  let current = sealed;
  let replacing: Promise<boolean> | undefined;
  leadTo(link, current.folder);
  const replace = async (): Promise<boolean> => {
    await current.discard();
    const made = await rebuild();
    if (made.kind === 'refused') return false;
    current = made.value;
    leadTo(link, current.folder);
    return true;
  };
  return {
    folder: link,
    paths: [...sealed.links, ...sealed.files],
    environment: {
      hold: () => {
        const held = current;
        return {
          findChanges: async () => {
            const isElsewhere = held === current && leadsTo(link) !== held.folder;
            return isElsewhere ? [link] : held.findChanges();
          },
          replace: async () => {
            if (held !== current) return true;
            replacing ??= replace().finally(() => (replacing = undefined));
            return replacing;
          },
        };
      },
    },
    release: async () => {
      rmSync(link, { force: true });
      const isWhole = (await current.findChanges()).length === 0;
      await (isWhole ? current.release() : current.discard());
    },
  };
}

function leadTo(link: string, folder: string): void {
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(folder, next);
  renameSync(next, link);
}

function leadsTo(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
