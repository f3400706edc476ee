import type { Pull, Repository } from './model.ts';
import { branchKey } from './pushes.ts';
import type { World } from './world.ts';

/** Deletes an account; what it wrote stays, by nobody. */
export function deleteAccount(world: World, login: string): void {
  const account = world.accounts.get(login.toLowerCase());
  const pulls = [...world.repositories.values()].flatMap((repository) => [
    ...repository.pulls.values(),
  ]);
  for (const written of pulls.flatMap(allWritten)) {
    if (written.author === account) written.author = undefined;
  }
}

/** Deletes a fork; its pull requests stay, with a head that nobody can push to. */
export function deleteFork(world: World, fork: Repository): void {
  for (const pull of world.nodes.values()) {
    if (pull.kind !== 'PullRequest' || pull.headRepository !== fork) continue;
    pull.headRepository = undefined;
    world.pullsByHead.delete(branchKey(fork, pull.headRef));
  }
  world.repositories.delete(`${fork.owner.login}/${fork.name}`.toLowerCase());
  world.nodes.delete(fork.nodeId);
}

/** Gives a repository another name; whoever asks by the old one is led to it. */
export function renameRepository(world: World, repository: Repository, name: string): void {
  const key = () => `${repository.owner.login}/${repository.name}`.toLowerCase();
  world.repositories.delete(key());
  world.formerNames.set(key(), repository);
  repository.name = name;
  world.repositories.set(key(), repository);
}

function allWritten(pull: Pull) {
  const inThreads = pull.threads.flatMap(({ comments }) => comments);
  return [pull, ...pull.comments, ...pull.reviews, ...inThreads];
}
