import type { App, Level, Token } from '../identity.ts';
import type { Repository, Role } from '../model.ts';
import { archivedWords } from '../archived.ts';
import {
  type Answer,
  type Call,
  type Method,
  type Need,
  notFound,
  Refusal,
  type RepositoryCall,
  type Route,
  segment,
} from './route.ts';

const LEVELS: readonly Level[] = ['read', 'write', 'admin'];
const ROLE_LEVELS: Readonly<Record<Role, Level>> = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
};

type AnswerRepository = (call: RepositoryCall) => Answer | Promise<Answer>;

/** Routes below `/repos/{owner}/{repo}` that only tokens with the permission pass. */
export const repositoryRoutes = {
  get: below('GET'),
  post: below('POST'),
  put: below('PUT'),
  patch: below('PATCH'),
  delete: below('DELETE'),
};

function below(method: Method) {
  return (path: string, need: Need, answer: AnswerRepository): Route => ({
    method,
    path: `/repos/{owner}/{repo}${path}`,
    answer: (call) => {
      const repository = call.world.find(`${segment(call, 'owner')}/${segment(call, 'repo')}`);
      if (repository === undefined) throw notFound();
      return answer(enter(call, repository, need));
    },
  });
}

/** Lets a call into a repository, or answers as GitHub does for who may not know that it exists. */
export function enter(call: Call, repository: Repository, need: Need): RepositoryCall {
  if (call.caller.kind !== 'token') throw new Refusal(401, 'Requires authentication');
  const { token } = call.caller;
  if (!seesRepository(token, repository)) throw notFound();
  if (!mayDo(token, repository, need)) throw lacking(token);
  if (repository.archived && need[1] !== 'read') throw new Refusal(403, archivedWords);
  const sender = token.kind === 'user' ? token.user : token.installation.app.bot;
  return { ...call, repository, token, sender };
}

export function appOf(call: Call): App {
  if (call.caller.kind === 'app') return call.caller.app;
  throw new Refusal(401, 'A JSON web token could not be decoded');
}

/** Whether a token reaches a repository at all. */
export function seesRepository(token: Token, repository: Repository): boolean {
  return !repository.private || roleReach(token, repository) !== undefined;
}

/**
 * Whether a token may do something in a repository. Anybody may read what is public, but a token that
 * was given the repository is held to what it was given, so that no test leans on more than it asked.
 */
export function mayDo(token: Token, repository: Repository, [permission, level]: Need): boolean {
  const reach = roleReach(token, repository);
  if (reach === undefined) return level === 'read' && permission !== 'administration';
  const granted = permission === 'metadata' ? 'read' : grantOf(token, permission);
  return atLeast(granted, level) && (token.kind === 'installation' || atLeast(reach, level));
}

/** What somebody may do in a repository by his role in it. */
export function roleOf(repository: Repository, login: string): Role | undefined {
  if (repository.owner.login.toLowerCase() === login.toLowerCase()) return 'admin';
  return repository.collaborators.get(login);
}

function roleReach(token: Token, repository: Repository): Level | undefined {
  if (token.kind === 'installation')
    return coversRepository(token, repository) ? 'admin' : undefined;
  const role = roleOf(repository, token.user.login);
  return role && ROLE_LEVELS[role];
}

function coversRepository(
  token: Token & { kind: 'installation' },
  repository: Repository,
): boolean {
  const { installation, repositories } = token;
  if (installation.suspended || installation.account.id !== repository.owner.id) return false;
  const reaches = (set: ReadonlySet<number> | 'all') => set === 'all' || set.has(repository.id);
  return reaches(repositories) && reaches(installation.repositories);
}

/** Classic tokens hold everything of their scope; all others hold what they were given. */
function grantOf(token: Token, permission: string): Level | undefined {
  if (token.kind === 'installation') return token.permissions[permission];
  if (token.permissions !== undefined) {
    // Fine-grained tokens have no checks at all.
    return permission === 'checks' ? undefined : token.permissions[permission];
  }
  if (permission === 'workflows') return token.scopes.includes('workflow') ? 'write' : undefined;
  return token.scopes.includes('repo') || token.scopes.includes('public_repo') ? 'admin' : 'read';
}

function atLeast(granted: Level | undefined, needed: Level): boolean {
  return granted !== undefined && LEVELS.indexOf(granted) >= LEVELS.indexOf(needed);
}

function lacking(token: Token): Refusal {
  if (token.kind === 'installation')
    return new Refusal(403, 'Resource not accessible by integration');
  if (token.permissions !== undefined) {
    return new Refusal(403, 'Resource not accessible by personal access token');
  }
  return new Refusal(403, 'Must have write access to the repository.');
}
