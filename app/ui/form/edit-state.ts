/** A row that is being edited: what was read, what is typed, and what someone else saved in the meantime. Pure; `use-edit-form.ts` keeps it in React. */

export type EditState<Row, Values> = {
  /** as read, or as last saved */
  row: Row
  /** as typed */
  values: Values
  /** set when a save was refused because the row had changed; `by` is null when it is unknown who changed it */
  stale: { row: Row; by: string | null } | null
}

export const editOf = <Row, Values>(row: Row, values: Values): EditState<Row, Values> => ({ row, values, stale: null })

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The fields whose typed values differ from what was read, with the typed values. */
export function changesBetween<Values extends object>(before: Values, values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, before[name as keyof Values]))) as Partial<Values>
}

/**
 * The state after a save. The sent values are now the row's values; input typed during the save stays as an unsaved change.
 *
 * @param sent the values that the save sent
 */
export function savedAs<Row, Values extends object>(state: EditState<Row, Values>, row: Row, saved: Values, sent: Partial<Values>): EditState<Row, Values> {
  const typed = Object.entries(state.values).filter(([name, value]) => !(name in sent) || !same(value, sent[name as keyof Values]))
  return { row, values: { ...saved, ...(Object.fromEntries(typed) as Partial<Values>) }, stale: null }
}

/** Reapplies the user's own changes to the row that someone else saved. Fields that the user did not change take the other person's value. */
export function mergedOver<Row, Values extends object>(
  { values }: EditState<Row, Values>,
  theirs: Row,
  theirValues: Values,
  before: Values,
): EditState<Row, Values> {
  return editOf(theirs, { ...theirValues, ...changesBetween(before, values) })
}
