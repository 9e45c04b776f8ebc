import { readPersonal, writePersonal } from '../../data/session/personal-storage.ts'

const NAME = 'order-pad'
const KEEP_MS = 7 * 24 * 60 * 60 * 1000

/** The typed list, stored in this browser so that a sign-in, a reload or an interruption loses nothing. Sign-out removes it. */
export type KeptList = { text: string; /** whether it was checked */ checked: boolean; at: number }

export function keepList(list: Omit<KeptList, 'at'> | null): void {
  writePersonal('local', NAME, list === null || list.text.trim() === '' ? null : ({ ...list, at: Date.now() } satisfies KeptList))
}

export function keptList(now = Date.now()): KeptList | null {
  const value = readPersonal('local', NAME)
  if (typeof value !== 'object' || value === null) return null
  const { text, checked, at } = value as Partial<Record<keyof KeptList, unknown>>
  if (typeof text !== 'string' || typeof at !== 'number' || now - at > KEEP_MS) return null
  return { text, checked: checked === true, at }
}
