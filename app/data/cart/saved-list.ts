import { readPersonal, writePersonal } from '../session/personal-storage.ts'
import { readSession } from '../session/session-state.ts'
import { storedSession } from '../session/stored-session.ts'

const NAME = 'order-pad'
const KEEP_MS = 7 * 24 * 60 * 60 * 1000

type List = { text: string; /** whether it was checked */ checked: boolean }
/** The typed list, stored in this browser so that a sign-in, a reload or an interruption loses nothing. Sign-out removes it. */
export type SavedList = List & {
  at: number
  /** the customer it belongs to; null: a visitor's, which the next customer who signs in takes over */ of: string | null
}

/** The customer whose list is typed here now; null for a visitor. A session that is still being read counts. */
export const listOwner = (): string | null => readSession().user?.id ?? storedSession()?.user.id ?? null

/** The list of a customer who is not signed in any more stays in this tab, until they are again (docs/rules.md#sign-out). */
export function saveList(list: List | null, of = listOwner()): void {
  const saved = list === null || list.text.trim() === '' ? null : ({ ...list, of, at: Date.now() } satisfies SavedList)
  const inTab = of !== null && of !== listOwner()
  writePersonal('local', NAME, inTab ? null : saved)
  writePersonal('session', NAME, inTab ? saved : null)
}

/** The newest list that the customer may see. */
export function savedList(now = Date.now()): SavedList | null {
  const reader = listOwner()
  const lists = [read('local'), read('session')].filter((list) => list !== null && now - list.at <= KEEP_MS && (list.of === null || list.of === reader))
  return lists.toSorted((a, b) => (b?.at ?? 0) - (a?.at ?? 0))[0] ?? null
}

/** Before everything of a session that ended by itself is removed from the device. */
export function moveListToTab(): void {
  const list = read('local')
  if (list !== null && list.of !== null) writePersonal('session', NAME, list)
}

function read(kind: 'local' | 'session'): SavedList | null {
  const value = readPersonal(kind, NAME)
  if (typeof value !== 'object' || value === null) return null
  const { text, checked, at, of } = value as Partial<Record<keyof SavedList, unknown>>
  if (typeof text !== 'string' || typeof at !== 'number') return null
  return { text, checked: checked === true, at, of: typeof of === 'string' ? of : null }
}

/**
 * The list in the address /order-pad?list=…, where the dashboard's form leads before scripts; it is taken out of the address. A link from
 * another site must not replace the customer's list, so the referrer must be the shop's own origin.
 */
export function takeListInAddress(): List | null {
  const address = new URL(location.href)
  const text = address.searchParams.get('list')
  if (text === null) return null
  address.searchParams.delete('list')
  history.replaceState(history.state, '', address)
  if (URL.parse(document.referrer)?.origin !== location.origin || text.trim() === '') return null
  return { text, checked: true }
}
