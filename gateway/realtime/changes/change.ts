/** A change from the stream and who it may concern. */
import type { Session } from '../../core/session.ts'
import type { Binding } from './bindings.ts'
import type { Relation, RowMessage } from './pgoutput.ts'
import type { StreamState } from './stream.ts'

export type ChangeListener = {
  /** The current session: a refreshed token replaces it. */
  session(): Session
  bindings: readonly Binding[]
  /** The whole payload as JSON text. */
  change(payload: string): void
  /** The stream opened, or was lost together with the changes since. */
  state(state: StreamState): void
}

/** The bindings that may match, according to the stream. */
export type Recipient = { readonly listener: ChangeListener; readonly bindings: readonly Binding[] }
export type Change = { readonly relation: Relation; readonly message: RowMessage; readonly at: Date; readonly transaction: number }
/** A change with recipients, of all sessions or of one. Lists of them have the order of the stream. */
export type Addressed = { readonly change: Change; readonly recipients: Recipient[] }

/** @param to a list whose last change may be this one */
export function address(to: Addressed[], change: Change, recipient: Recipient): void {
  const last = to.at(-1)
  if (last?.change === change) last.recipients.push(recipient)
  else to.push({ change, recipients: [recipient] })
}

export const listenersOf = (changes: readonly Addressed[]): Set<ChangeListener> =>
  new Set(changes.flatMap(({ recipients }) => recipients.map(({ listener }) => listener)))
