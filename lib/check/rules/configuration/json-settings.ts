import { isObject } from '#base/data.ts';
import { parseJson } from '#base/json.ts';

/** Reads settings that are told as one object; what stands in these of its members counts one by one. */
export function readJsonSettings(
  stdout: string,
  members: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const data = parseJson(stdout.slice(Math.max(0, stdout.indexOf('{'))));
  if (!isObject(data)) return undefined;
  return new Map(
    Object.entries(data).flatMap(([name, value]) =>
      members.includes(name) && isObject(value)
        ? Object.entries(value).map(
            ([own, one]) => [`${name}.${own}`, JSON.stringify(one)] as const,
          )
        : [[name, JSON.stringify(value) ?? ''] as const],
    ),
  );
}
