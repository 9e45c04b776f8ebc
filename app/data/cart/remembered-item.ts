import { readPersonal, writePersonal } from '../session/personal-storage.ts'

type RememberedItem = { productId: string; quantity: number; at: number }

const KEEP_MS = 24 * 60 * 60 * 1000
const NAME = 'remembered-item'

/**
 * The item a visitor wanted before signing in (docs/rules.md#cart). Stored for a day and shared by all tabs, because the confirmation
 * mail of a registration opens a new one.
 */
export function rememberItem(productId: string, quantity: number, now = Date.now()): void {
  writePersonal('local', NAME, { productId, quantity, at: now } satisfies RememberedItem)
}

/** Returns the item and removes it. */
export function takeRememberedItem(now = Date.now()): { productId: string; quantity: number } | null {
  const value = readPersonal('local', NAME)
  writePersonal('local', NAME, null)
  return parseRemembered(value, now)
}

export function hasRememberedItem(now = Date.now()): boolean {
  return parseRemembered(readPersonal('local', NAME), now) !== null
}

export function parseRemembered(value: unknown, now: number): { productId: string; quantity: number } | null {
  if (typeof value !== 'object' || value === null) return null
  const { productId, quantity, at } = value as Partial<Record<keyof RememberedItem, unknown>>
  if (typeof productId !== 'string' || typeof quantity !== 'number' || typeof at !== 'number') return null
  if (!Number.isInteger(quantity) || quantity < 1 || now - at > KEEP_MS || at > now) return null
  return { productId, quantity }
}

/** A quantity in an address: 1 to 9,999, else null. */
export function readQuantity(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null
}
