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

function same(one: unknown, other: unknown): boolean {
  // As JSON, all files look alike.
  if (one instanceof Blob || other instanceof Blob) return one === other
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** The fields whose typed values differ from what was read, with the typed values. */
export function changesBetween<Values extends object>(before: Values, values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, before[name as keyof Values]))) as Partial<Values>
}

/**
 * The fields after a save: each shows its new value, unless it no longer holds what was sent. That was typed during the save, and stays.
 *
 * @param next the values that follow: what was saved, or empty fields
 */
export function afterSending<Values extends object>(now: Values, sent: Partial<Values>, next: Values): Values {
  const typed = Object.entries(now).filter(([name, value]) => !(name in sent) || !same(value, sent[name as keyof Values]))
  return { ...next, ...(Object.fromEntries(typed) as Partial<Values>) }
}

/**
 * The state after a save. The sent values are now the row's values; input typed during the save stays as an unsaved change.
 *
 * @param sent the values that the save sent
 */
export function savedAs<Row, Values extends object>(state: EditState<Row, Values>, row: Row, saved: Values, sent: Partial<Values>): EditState<Row, Values> {
  return editOf(row, afterSending(state.values, sent, saved))
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

/**
 * The state after the row was read again beside the form, e.g. after an Undo: what is typed stays over it. If a typed field has another value now, both are
 * shown, as for a refused save.
 *
 * @param by who changed it
 */
export function readAgainAs<Row, Values extends object>(
  state: EditState<Row, Values>,
  next: Row,
  nextValues: Values,
  before: Values,
  by: string | null,
): EditState<Row, Values> {
  const theirs = changesBetween(before, nextValues)
  const both = Object.entries(changesBetween(before, state.values)).some(([name, mine]) => name in theirs && !same(mine, theirs[name as keyof Values]))
  return both || state.stale ? { ...state, stale: { row: next, by: state.stale?.by ?? by } } : mergedOver(state, next, nextValues, before)
}
