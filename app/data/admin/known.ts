/** The values of a filter in the address that the column can have; the address may contain any text. */
export const known = <Value extends string>(values: readonly string[], list: readonly Value[]): Value[] => list.filter((value) => values.includes(value))
