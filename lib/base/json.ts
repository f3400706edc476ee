/** The value of a JSON text; undefined, which no JSON text means, where it is none. Nothing of the error is kept: it quotes. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
