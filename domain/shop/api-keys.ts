/** Keys with which other systems act as a member of staff (docs/decisions/0117-api-keys.md). */
import { ROLES, type Role } from './staff.ts'

/** By it secret scanners, logs and the gateway recognise a key. */
export const API_KEY_PREFIX = 'shringar_sk_'
/** The prefix and 32 random bytes in base64url. */
export const API_KEY = /^shringar_sk_[A-Za-z0-9_-]{43}$/

export type KeyRole = Exclude<Role, 'owner'>
/** A key never manages staff, keys or what only an owner changes. */
export const KEY_ROLES = ROLES.filter((role): role is KeyRole => role !== 'owner')
export const isKeyRole = (value: unknown): value is KeyRole => KEY_ROLES.some((role) => role === value)

export const MAX_KEY_NAME = 60
/** Days until a key expires, as the form offers them; null: never. */
export const KEY_LIVES = [30, 90, 365, null] as const
export const MAX_KEY_DAYS = 1825
