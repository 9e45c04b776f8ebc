import { readPersonal, writePersonal } from '../session/personal-storage.ts'

const NAME = 'order-pad'
const KEEP_MS = 7 * 24 * 60 * 60 * 1000

/** The typed list, stored in this browser so that a sign-in, a reload or an interruption loses nothing. Sign-out removes it. */
export type SavedList = { text: string; /** whether it was checked */ checked: boolean; at: number }

export function saveList(list: Omit<SavedList, 'at'> | null): void {
  writePersonal('local', NAME, list === null || list.text.trim() === '' ? null : ({ ...list, at: Date.now() } satisfies SavedList))
}

export function savedList(now = Date.now()): SavedList | null {
  const value = readPersonal('local', NAME)
  if (typeof value !== 'object' || value === null) return null
  const { text, checked, at } = value as Partial<Record<keyof SavedList, unknown>>
  if (typeof text !== 'string' || typeof at !== 'number' || now - at > KEEP_MS) return null
  return { text, checked: checked === true, at }
}

/**
 * The list in the address /order-pad?list=…, where the dashboard's form leads before scripts; it is taken out of the address. A link from
 * another site must not replace the customer's list, so the referrer must be the shop's own origin.
 */
export function takeListInAddress(): Pick<SavedList, 'text' | 'checked'> | null {
  const address = new URL(location.href)
  const text = address.searchParams.get('list')
  if (text === null) return null
  address.searchParams.delete('list')
  history.replaceState(history.state, '', address)
  if (URL.parse(document.referrer)?.origin !== location.origin || text.trim() === '') return null
  return { text, checked: true }
}
