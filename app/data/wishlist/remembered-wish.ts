import { isUuid } from '#domain/text/uuid.ts'
import { readPersonal, writePersonal } from '../session/personal-storage.ts'

/** What a visitor pressed before signing in: the heart, or "Notify me when it's back". */
export type Wanted = { kind: 'wish' | 'notify'; productId: string }

const KEEP_MS = 24 * 60 * 60 * 1000
const NAME = 'remembered-wish'

/** Stored for a day and shared by all tabs, because the confirmation mail of a registration opens a new one. */
export function rememberWish({ kind, productId }: Wanted, now = Date.now()): void {
  writePersonal('local', NAME, { kind, productId, at: now })
}

/** The kind of wish that waits for the sign-in, without removing it. A string, so that two reads of the same wish are equal. */
export const wishWaiting = (now = Date.now()): Wanted['kind'] | null => parseWish(readPersonal('local', NAME), now)?.kind ?? null

/** Returns the wish and removes it. */
export function takeWish(now = Date.now()): Wanted | null {
  const value = readPersonal('local', NAME)
  if (value !== null) writePersonal('local', NAME, null)
  return parseWish(value, now)
}

/**
 * Reads the wish from the URL of the login: forms lead there before the scripts have loaded. A link from another site is not the
 * user's own choice, and a request for a mail is a consent, so the referrer must be the shop's own origin.
 */
export function wishInAddress(search: string, { referrer, origin } = { referrer: document.referrer, origin: location.origin }): Wanted | null {
  if (URL.parse(referrer)?.origin !== origin) return null
  const params = new URLSearchParams(search)
  for (const kind of ['wish', 'notify'] as const) {
    const productId = params.get(kind) ?? ''
    if (isUuid(productId)) return { kind, productId }
  }
  return null
}

export function parseWish(value: unknown, now: number): Wanted | null {
  if (typeof value !== 'object' || value === null) return null
  const { kind, productId, at } = value as Partial<Record<'kind' | 'productId' | 'at', unknown>>
  if ((kind !== 'wish' && kind !== 'notify') || !isUuid(productId)) return null
  return typeof at === 'number' && at <= now && now - at <= KEEP_MS ? { kind, productId } : null
}
