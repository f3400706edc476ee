import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Command,
  compareContenders,
  type Contender,
  type Environment,
  spend,
} from './measure.ts';
import { hooksOfPython, type Plant, type PlantedRepository, writeFiles } from './repositories.ts';

const rounds = 3;
const launcher = join(import.meta.dirname, '../../lib/cli/launch.mjs');

interface Scene {
  readonly title: string;
  readonly targets: { readonly check: number; readonly changed?: number };
  readonly prepare: (repository: PlantedRepository, home: string, round: number) => void;
}

const scenes: readonly Scene[] = [
  { title: 'nothing kept', targets: { check: 1.1 }, prepare: dropCaches },
  { title: 'nothing changed', targets: { check: 0.1 }, prepare: () => {} },
  {
    title: 'one module edited',
    targets: { check: 0.7, changed: 0.5 },
    prepare: ({ folder, edited, addition }, _home, round) =>
      appendFileSync(join(folder, edited), addition(round)),
  },
  {
    title: 'README edited',
    targets: { check: 0.2 },
    prepare: ({ folder }, _home, round) =>
      appendFileSync(join(folder, 'README.md'), `Round ${round}.\n`),
  },
];

/** A check beside what people run instead, each in a repository of its own, after what people do. */
export async function benchEdits(
  name: string,
  {
    plant,
    folder,
    path,
  }: { readonly plant: Plant; readonly folder: string; readonly path: string },
): Promise<void> {
  const plantedFor = async (who: string) => {
    const place = join(folder, `${name}-${who}`);
    mkdirSync(join(place, 'home'), { recursive: true });
    const planted = await plant(join(place, 'repository'));
    if (who === 'pre-commit') writeFiles(planted.folder, hooksOfPython);
    return { home: join(place, 'home'), planted };
  };
  const rivals: Readonly<Record<string, readonly string[]>> = {
    'make -j2': ['make', '-j2', 'check'],
    ...(name === 'Python' && {
      'pre-commit': [join('.venv/bin/pre-commit'), 'run', '--all-files'],
    }),
    'ratchetr check': [process.execPath, launcher, 'check'],
    'ratchetr check --changed': [process.execPath, launcher, 'check', '--changed'],
  };
  const places = new Map<string, Awaited<ReturnType<typeof plantedFor>>>();
  for (const who of Object.keys(rivals)) places.set(who, await plantedFor(who));
  for (const scene of scenes) {
    const contenders = Object.entries(rivals).flatMap(([who, argv]): Contender[] => {
      const place = places.get(who);
      const isChanged = who.endsWith('--changed');
      if (place === undefined || (isChanged && scene.targets.changed === undefined)) return [];
      const target = isChanged ? scene.targets.changed : scene.targets.check;
      const { planted, home } = place;
      const command: Command = { argv, cwd: planted.folder, env: environmentOf(path, home) };
      return [
        {
          name: who,
          ...(who.startsWith('ratchetr') && target !== undefined && { target }),
          prepare: (round) => scene.prepare(planted, home, round),
          command,
        },
      ];
    });
    for (const { prepare, command } of contenders) {
      prepare?.(1_000);
      spend(command);
    }
    compareContenders(
      `${name}: ${scene.title}, against make with the caches of the tools`,
      contenders,
      rounds,
    );
  }
}

function environmentOf(path: string, home: string): Environment {
  return { PATH: path, HOME: home };
}

function dropCaches({ folder, caches }: PlantedRepository, home: string): void {
  for (const one of caches) rmSync(join(folder, one), { recursive: true, force: true });
  rmSync(join(home, '.cache/ratchetr'), { recursive: true, force: true });
}
