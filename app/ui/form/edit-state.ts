/** A row being edited: what was read, what is typed, and what someone else saved in between. Pure; `use-edit-form.ts` keeps it in React. */

export type EditState<Row, Values> = {
  /** as read, or as last saved */
  row: Row
  /** as typed */
  values: Values
  /** set when a save was refused because the row had moved on; `by` is null when nobody knows who changed it */
  stale: { row: Row; by: string | null } | null
}

export const editOf = <Row, Values>(row: Row, values: Values): EditState<Row, Values> => ({ row, values, stale: null })

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The fields that differ from what was read, with what is typed in them. */
export function changesBetween<Values extends object>(before: Values, values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, before[name as keyof Values]))) as Partial<Values>
}

/**
 * The row after a save. What was sent is now what the row says; what was typed while the save was on its way stays, as a
 * change that is not saved yet.
 *
 * @param sent the values that the save was about
 */
export function savedAs<Row, Values extends object>(state: EditState<Row, Values>, row: Row, saved: Values, sent: Partial<Values>): EditState<Row, Values> {
  const typed = Object.entries(state.values).filter(([name, value]) => !(name in sent) || !same(value, sent[name as keyof Values]))
  return { row, values: { ...saved, ...(Object.fromEntries(typed) as Partial<Values>) }, stale: null }
}

/** Keeps one's own changes over the row that someone else saved. Fields that were not touched here take their value. */
export function mergedOver<Row, Values extends object>(
  { values }: EditState<Row, Values>,
  theirs: Row,
  theirValues: Values,
  before: Values,
): EditState<Row, Values> {
  return editOf(theirs, { ...theirValues, ...changesBetween(before, values) })
}
