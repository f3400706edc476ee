/** What older-node.mjs brings; texts know whether they are well formed from Node 20 on, before the language says so. */

interface PromiseConstructor {
  withResolvers<Value>(): {
    promise: Promise<Value>;
    resolve: (value: Value | PromiseLike<Value>) => void;
    reject: (reason?: unknown) => void;
  };
}

interface MapConstructor {
  groupBy<Key, Item>(
    items: Iterable<Item>,
    keyOf: (item: Item, index: number) => Key,
  ): Map<Key, Item[]>;
}

interface String {
  isWellFormed(): boolean;
  toWellFormed(): string;
}
