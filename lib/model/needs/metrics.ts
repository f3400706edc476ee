/** Every value of a dimension is a billed metric: repositories and pull requests never are one. */
export type DimensionName = 'stage' | 'outcome' | 'kind' | 'engine' | 'action';

export type Dimensions = Readonly<Partial<Record<DimensionName, string>>>;

export interface Metrics {
  count(name: string, value: number, dimensions?: Dimensions): void;
  duration(name: string, milliseconds: number, dimensions?: Dimensions): void;
  gauge(name: string, value: number, dimensions?: Dimensions): void;
  flush(): void;
}
