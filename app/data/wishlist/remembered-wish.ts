import { isUuid } from '#domain/text/uuid.ts'
import { readPersonal, writePersonal } from '../session/personal-storage.ts'

/** What a visitor pressed before signing in: the heart, or 'Tell me when it is back'. */
export type Wanted = { kind: 'wish' | 'tell'; productId: string }

const KEEP_MS = 24 * 60 * 60 * 1000
const NAME = 'remembered-wish'

/** Kept for a day and over tabs, because the confirmation mail of a registration opens a new one. */
export function rememberWish({ kind, productId }: Wanted, now = Date.now()): void {
  writePersonal('local', NAME, { kind, productId, at: now })
}

/** What waits for the sign-in, without taking it. A string, so that two looks at the same wish are the same. */
export const wishWaiting = (now = Date.now()): Wanted['kind'] | null => parseWish(readPersonal('local', NAME), now)?.kind ?? null

/** Hands it out once. */
export function takeWish(now = Date.now()): Wanted | null {
  const value = readPersonal('local', NAME)
  if (value !== null) writePersonal('local', NAME, null)
  return parseWish(value, now)
}

/**
 * What the address of the login says: the forms lead there before the scripts are there. A link from elsewhere is nobody's press, and
 * asking for a mail is a consent, so the page before must be the shop's own.
 */
export function wishInAddress(search: string, { referrer, origin } = { referrer: document.referrer, origin: location.origin }): Wanted | null {
  if (URL.parse(referrer)?.origin !== origin) return null
  const params = new URLSearchParams(search)
  for (const kind of ['wish', 'tell'] as const) {
    const productId = params.get(kind) ?? ''
    if (isUuid(productId)) return { kind, productId }
  }
  return null
}

export function parseWish(value: unknown, now: number): Wanted | null {
  if (typeof value !== 'object' || value === null) return null
  const { kind, productId, at } = value as Partial<Record<'kind' | 'productId' | 'at', unknown>>
  if ((kind !== 'wish' && kind !== 'tell') || !isUuid(productId)) return null
  return typeof at === 'number' && at <= now && now - at <= KEEP_MS ? { kind, productId } : null
}
