import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, posix, relative } from 'node:path';
import type { History } from '#check/needs/history.ts';
import { settingsFile } from '#model/own-files.ts';
import type { CliContext } from './context.ts';
import { refuseCommand } from './refusal.ts';

/** The repository that a command is about, and where in it the person stands. */
export interface LocatedRepository {
  /** Its top, absolute, and no link on the way; the current folder where git knows of no repository. */
  readonly repository: string;
  /** A path as the person writes it, as seen from the top. */
  readonly fromTop: (path: string) => string;
}

/** Finds the repository of the current folder; undefined: git refuses to work there, and the person has been told. */
export async function locateRepository(
  context: CliContext,
  history: Pick<History, 'topOf'>,
): Promise<LocatedRepository | undefined> {
  const folder = realpathSync(context.cwd);
  const found = await history.topOf(folder);
  if (found.kind === 'refused') {
    refuseCommand(context, found.sentence);
    return undefined;
  }
  const repository = found.value ?? folder;
  const place = relative(repository, folder);
  if (place !== '' && existsSync(join(folder, settingsFile))) {
    const own = `${place}/${settingsFile}`;
    context.stderr.write(
      `${own} is not read, since ${repository} is the repository: move it there, or name it with --config.\n`,
    );
  }
  const stays = (path: string): boolean => place === '' || isAbsolute(path);
  return {
    repository,
    fromTop: (path) => (stays(path) ? path : posix.join(place, path)),
  };
}
