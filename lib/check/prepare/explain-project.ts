import { nameFirst } from '#base/words.ts';
import type { Engine } from '#engines/contract.ts';
import { describeCommands } from '../rules/repository/commands/given-start.ts';
import type { RepositoryFacts } from '../rules/repository/facts.ts';
import { listWantedVersions } from '../rules/repository/wanted-versions.ts';

const mostNamed = 4;

/** What the project's own files say of how it is worked on: the versions that it wants, and how it runs its tools. */
export function explainProject(
  facts: RepositoryFacts,
  {
    roots,
    engines,
  }: {
    readonly roots: readonly string[];
    readonly engines: readonly Pick<Engine, 'id' | 'startedBy'>[];
  },
): readonly string[] {
  const versions = roots.flatMap((root) => listWantedVersions(facts, root));
  const told = versions.map(
    ({ language, version, at }) => `${language} ${version}: ${at} asks for it`,
  );
  const run = engines.flatMap(({ id, startedBy }) => {
    const commands = [...new Set(describeCommands(facts, startedBy ?? { tool: id }))];
    return commands.length === 0 ? [] : [`${id}: ${nameFirst(commands, mostNamed)}`];
  });
  return [...new Set([...told, ...run])];
}
