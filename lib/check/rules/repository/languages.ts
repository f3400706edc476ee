/** Languages of programs by the endings of their files; what describes, configures or styles is none. */
const endings: Readonly<Record<string, readonly string[]>> = {
  C: ['c', 'h'],
  'C#': ['cs'],
  'C++': ['cc', 'cpp', 'cxx', 'hh', 'hpp'],
  Clojure: ['clj', 'cljc', 'cljs'],
  Dart: ['dart'],
  Elixir: ['ex', 'exs'],
  Erlang: ['erl'],
  'F#': ['fs'],
  Go: ['go'],
  Groovy: ['groovy'],
  Haskell: ['hs'],
  Java: ['java'],
  JavaScript: ['cjs', 'js', 'jsx', 'mjs'],
  Julia: ['jl'],
  Kotlin: ['kt', 'kts'],
  Lua: ['lua'],
  Nim: ['nim'],
  'Objective-C': ['m', 'mm'],
  OCaml: ['ml', 'mli'],
  Perl: ['pl', 'pm'],
  PHP: ['php'],
  PowerShell: ['ps1'],
  Python: ['py', 'pyi'],
  R: ['r'],
  Ruby: ['rb'],
  Rust: ['rs'],
  Scala: ['scala'],
  Shell: ['bash', 'sh'],
  Svelte: ['svelte'],
  Swift: ['swift'],
  Terraform: ['tf'],
  TypeScript: ['cts', 'mts', 'ts', 'tsx'],
  Vue: ['vue'],
  Zig: ['zig'],
};

const byEnding = new Map(
  Object.entries(endings).flatMap(([language, all]) => all.map((end) => [end, language] as const)),
);

/** The language that a file is written in, by its name. */
export function languageOf(path: string): string | undefined {
  return byEnding.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}
