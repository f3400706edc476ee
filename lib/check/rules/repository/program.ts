/** How a tool is found. Python tools run as modules of an explicit interpreter. */
export type Program =
  | { readonly kind: 'python-module'; readonly module: string }
  | NodeProgram
  | {
      readonly kind: 'binary';
      readonly name: string;
      /** No project installs it, so where the machine does not have it, it is not the project that lacks something. */
      readonly of?: 'machine';
    };

interface NodeProgram {
  readonly kind: 'node-bin';
  readonly package: string;
  readonly bin: string;
  /** Programs that stand in its place where a project has them: they take its arguments and judge more kinds of files. */
  readonly instead?: readonly { readonly package: string; readonly bin: string }[];
}

/** The program that a script of a package belongs to: itself, or one that stands in its place. */
export function programOfScript(program: NodeProgram, script: string | undefined): NodeProgram {
  const found = program.instead?.find((one) => script?.includes(`/node_modules/${one.package}/`));
  return found === undefined ? program : { kind: 'node-bin', ...found };
}
