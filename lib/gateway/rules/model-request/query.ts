import { quoteName, type RequestProblem } from './problem.ts';

// Claude Code says the first of each request; the betas themselves stand in a header. The second is of providers that
// keep several versions of an interface. Compared as they were sent, so no form of a percent sign says something else.
const known = /^(?:beta=true|api-version=[\w.-]*)$/;

/** The first parameter behind the path that is not forwarded. */
export function findQueryProblem(target: string): RequestProblem | undefined {
  const query = /\?(.*)$/s.exec(target)?.[1] ?? '';
  const unknown = query.split('&').find((part) => part !== '' && !known.test(part));
  if (unknown === undefined) return undefined;
  const why = 'because it cannot calculate what that costs';
  const sentence = `The gateway does not forward the query parameter ${quoteName(unknown.replace(/=.*$/s, ''))}, ${why}; leave it out.`;
  return { code: 'field_not_allowed', sentence };
}
