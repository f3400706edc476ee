/** How a tool is found. Python tools run as modules of an explicit interpreter. */
export type Program =
  | { readonly kind: 'python-module'; readonly module: string }
  | { readonly kind: 'node-bin'; readonly package: string; readonly bin: string }
  | { readonly kind: 'binary'; readonly name: string };
