/** In the order in which people want to know of them. */
export const rowGroups = ['human', 'work', 'rest', 'over'] as const;

export type RowGroup = (typeof rowGroups)[number];
