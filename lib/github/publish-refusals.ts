import { ForgeGone, ForgeRefusal } from './errors.ts';

export interface PublishRefusal {
  readonly kind: 'refused';
  readonly code: string;
  readonly reason: string;
}

export function refusePublish(code: string, reason: string): PublishRefusal {
  return { kind: 'refused', code, reason };
}

/** Does it, or says why GitHub will not let us; an outage or a limit throws as ever. */
export async function orRefused<Result>(
  work: () => Promise<Result>,
): Promise<Result | PublishRefusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ForgeGone) return refusePublish('NO_PERMISSION', error.message);
    if (error instanceof ForgeRefusal && error.status !== 401) return classifyRefusal(error);
    throw error;
  }
}

interface Known {
  readonly code: string;
  readonly said: RegExp;
  readonly advice: string;
}

const known: readonly Known[] = [
  {
    code: 'ARCHIVED',
    said: /archived so (?:it )?is read-only/i,
    advice: 'take the repository out of the archive or keep the patch',
  },
  {
    code: 'NO_RIGHT_TO_WORKFLOWS',
    said: /create or update workflow/i,
    advice: 'grant the workflows permission or push the patch by hand',
  },
  {
    code: 'SIGNATURE_REQUIRED',
    said: /verified signature|must be signed/i,
    advice: 'push the patch by hand with a signature',
  },
  {
    code: 'RULE_VIOLATION',
    said: /GH0(?:06|13)|rule violation|protected branch/i,
    advice: 'allow the App to pass the rules of this branch or push the patch by hand',
  },
  {
    code: 'NO_PERMISSION',
    said: /not accessible by|must have (?:push|write|admin)|^.{0,40}40[34]\b/i,
    advice: 'grant write access to the contents of the repository or push the patch by hand',
  },
];

function classifyRefusal({ message, status }: ForgeRefusal): PublishRefusal {
  const found =
    known.find(({ said }) => said.test(message)) ??
    known.find(({ code }) => code === 'NO_PERMISSION' && [403, 404].includes(status));
  if (found === undefined) return refusePublish('PUSH_REFUSED', message);
  return refusePublish(found.code, `${message.trim().replace(/\.$/, '')}; ${found.advice}.`);
}
