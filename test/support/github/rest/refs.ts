import * as z from 'zod';
import { noCommit } from '../git-store.ts';
import { moveRef } from '../pushes.ts';
import { type Objection, objectionTo } from '../push-rules.ts';
import { apiOf } from '../shapes/repository.ts';
import { repositoryRoutes } from './access.ts';
import {
  type Answer,
  bodyOf,
  notFound,
  Refusal,
  type RepositoryCall,
  type Route,
  segment,
} from './route.ts';

const newRef = z.object({ ref: z.string().regex(/^refs\/.+\/?.+/), sha: z.string() });
const movedRef = z.object({ sha: z.string(), force: z.boolean().default(false) });

export const refRoutes: readonly Route[] = [
  repositoryRoutes.get('/git/ref/{ref}', ['contents', 'read'], showRef),
  repositoryRoutes.post('/git/refs', ['contents', 'write'], makeRef),
  repositoryRoutes.patch('/git/refs/{ref}', ['contents', 'write'], changeRef),
  repositoryRoutes.delete('/git/refs/{ref}', ['contents', 'write'], deleteRef),
];

function showRef(call: RepositoryCall): Answer {
  const ref = `refs/${segment(call, 'ref')}`;
  const sha = call.repository.git.ref(ref);
  if (sha === undefined) throw notFound();
  return { status: 200, body: refShape(call, ref, sha) };
}

function makeRef(call: RepositoryCall): Answer {
  const { ref, sha } = bodyOf(call, newRef);
  if (call.repository.git.ref(ref) !== undefined)
    throw new Refusal(422, 'Reference already exists');
  move(call, { ref, after: sha, force: false });
  return { status: 201, body: refShape(call, ref, sha) };
}

function changeRef(call: RepositoryCall): Answer {
  const { sha, force } = bodyOf(call, movedRef);
  const ref = existing(call);
  move(call, { ref, after: sha, force });
  return { status: 200, body: refShape(call, ref, sha) };
}

function deleteRef(call: RepositoryCall): Answer {
  move(call, { ref: existing(call), after: noCommit, force: true });
  return { status: 204 };
}

function existing(call: RepositoryCall): string {
  const ref = `refs/${segment(call, 'ref')}`;
  if (call.repository.git.ref(ref) === undefined)
    throw new Refusal(422, 'Reference does not exist');
  return ref;
}

function move(
  call: RepositoryCall,
  asked: { readonly ref: string; readonly after: string; readonly force: boolean },
): void {
  const { world, repository, token, sender } = call;
  const objection = objectionTo(world, { repository, token, ...asked });
  if (objection !== undefined) throw refusalOf(objection);
  const gone = asked.after === noCommit;
  moveRef(world, repository, { ref: asked.ref, after: gone ? undefined : asked.after, sender });
}

function refusalOf({ code, message }: Objection): Refusal {
  return new Refusal(code === 'workflows' || code === 'archived' ? 403 : 422, message);
}

function refShape(call: RepositoryCall, ref: string, sha: string) {
  const api = apiOf(call.site, call.repository);
  return {
    ref,
    node_id: `REF_${Buffer.from(ref).toString('base64url')}`,
    url: `${api}/git/${ref}`,
    object: { sha, type: 'commit', url: `${api}/git/commits/${sha}` },
  };
}
