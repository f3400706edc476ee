/** Stands in a word for a part that is known only when the command runs. */
export const unknownPart = '\uFFFD';

export type Variables = ReadonlyMap<string, string>;

/** The simple commands of a text for a shell or for make, each as its words; nothing of it is executed. */
export function splitCommands(
  text: string,
  variables: Variables = new Map(),
): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  let word: string | undefined;
  const end = (): void => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  const joined = text.replaceAll(/\\\r?\n\s*/g, ' ');
  for (const [token] of joined.matchAll(tokens)) {
    if (/^\s*#/.test(token) && word === undefined) continue;
    if (/^[ \t]+$/.test(token)) end();
    else if (separators.test(token)) {
      end();
      commands.push([]);
    } else if (token.startsWith("'")) word = `${word ?? ''}${token.slice(1, -1)}`;
    else if (token.startsWith('"')) {
      // The arguments of a script are none where it is started without any.
      if (token === '"$@"') continue;
      word = `${word ?? ''}${expand(token.slice(1, -1), variables)}`;
    } else if (token.startsWith('$')) {
      const [first = '', ...others] = expand(token, variables).split(/\s+/);
      if (first !== '') word = `${word ?? ''}${first}`;
      for (const other of others) {
        end();
        if (other !== '') word = other;
      }
    } else word = `${word ?? ''}${token.replace(/^\\/, '')}`;
  }
  end();
  return commands.filter((words) => words.length > 0);
}

const tokens =
  /[ \t]+|[ \t]*#[^\n]*|'[^']*'|"(?:\\.|[^"\\])*"|\\.|\$\{\{.*?\}\}|\$\(\w+\)|\$\([^)]*\)|\$\{[^}]*\}|\$\w+|\$[@*#?]|\$|\d?>{1,2}(?:&\d|[ \t]*[^\s;|&]+)|&&|\|\||[;|&()\n\r]|\{(?=\s)|[^\s'"\\$;|&()#]+|#|./g;

const separators = /^(?:&&|\|\||[;|&()\n\r{]|\d?>.*)$/;

/** A variable that nothing sets is empty, as shells and make have it. */
function expand(text: string, variables: Variables): string {
  return text.replaceAll(/\$\{\{.*?\}\}|\$\([^)]*\)|\$\{[^}]*\}|\$(?:\w+|[@*])/g, (whole) => {
    const [, name] = /^\$[({]?(\w+)[)}]?$/.exec(whole) ?? [];
    if (name !== undefined) return variables.get(name) ?? '';
    return /^\$\{?[@*]/.test(whole) ? '' : unknownPart;
  });
}

const assignment =
  /^[ \t]*(?:export[ \t]+|local[ \t]+|readonly[ \t]+)?(\w+)[ \t]*(?:[:?+]?:?=)[ \t]*(.*)$/gm;

/** What a text sets its variables to, as far as it says so word for word. */
export function readVariables(text: string): Variables {
  const variables = new Map<string, string>();
  const joined = text.replaceAll(/\\\r?\n\s*/g, ' ');
  for (const [, name = '', value = ''] of joined.matchAll(assignment)) {
    const plain = value.replace(/\s+#.*$/, '').trim();
    const [, quoted] = /^(?:"([^"]*)"|'[^']*')$/.exec(plain) ?? [];
    variables.set(name, expand(quoted ?? plain.replace(/^'(.*)'$/, '$1'), variables));
  }
  return variables;
}
