import { quoted, type RequestProblem } from './problem.ts';

const known: Readonly<Record<string, RegExp>> = {
  // Claude Code says so of each request; the betas themselves stand in a header.
  beta: /^true$/,
  // Of providers that keep several versions of an interface.
  'api-version': /^[\w.-]*$/,
};

/** The first parameter behind the path that is not passed on. */
export function queryProblem(target: string): RequestProblem | undefined {
  const query = /\?(.*)$/s.exec(target)?.[1] ?? '';
  for (const [name, value] of new URLSearchParams(query)) {
    const values = Object.hasOwn(known, name) ? known[name] : undefined;
    if (values?.test(value) === true) continue;
    const why = 'since it cannot tell what that costs';
    const sentence = `The gateway does not pass on the query parameter ${quoted(name)}, ${why}; leave it out.`;
    return { code: 'field_not_allowed', sentence };
  }
  return undefined;
}
