/** Reads JSON with comments and with commas after the last entry, as TypeScript does; throws as JSON does. */
export function readJsonc(text: string): unknown {
  return JSON.parse(stripComments(text.replace(/^\u{FEFF}/u, '')));
}

// A text in quotes is taken whole, so that nothing in it counts as a comment or as a comma.
const pieces =
  /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*[\]}])/g;

function stripComments(text: string): string {
  return text.replace(pieces, (piece) => (piece.startsWith('"') ? piece : ' '));
}
