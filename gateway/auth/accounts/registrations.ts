/**
 * Unconfirmed sign-ups. Anyone can sign up with someone else's address, before or after its owner does. Password and metadata
 * therefore stay with the token of their own sign-up and reach the account only through that token
 * (docs/decisions/0034-proof-of-identity.md).
 */
import type { Query } from '#postgres/statement.ts'
import type { AuthContext } from '../context.ts'
import { linkToken, tokenExpiry } from '../links/one-time-tokens.ts'
import { digest } from '../secrets.ts'
import { confirmEmail, findUser, mergeMetadata, type Json, type UserRow } from './users.ts'

export type Registration = { passwordHash: string; metadata: Json }
export type FoundRegistration = Registration & { userId: string; signedUpAt: Date }

/** Registrations kept per address; older ones are deleted. All their mails are in one mailbox, whose owner can use a newer link. */
const KEPT = 3

const touch = (query: Query, userId: string, now: Date): Promise<unknown> =>
  query('update auth.users set confirmation_sent_at = $2 where id = $1', [userId, now])

/** Returns the token for the mail. Call with the user's row locked. */
export async function addRegistration(context: AuthContext, query: Query, user: UserRow, registration: Registration, pkce: boolean): Promise<string> {
  const token = linkToken(pkce)
  const now = context.now()
  await query('insert into auth.registrations (token_hash, user_id, password_hash, metadata, created_at) values ($1, $2, $3, $4, $5)', [
    digest(token),
    user.id,
    registration.passwordHash,
    registration.metadata,
    now,
  ])
  await query(
    `delete from auth.registrations where user_id = $1 and token_hash not in
       (select token_hash from auth.registrations where user_id = $1 order by created_at desc limit $2)`,
    [user.id, KEPT],
  )
  await touch(query, user.id, now)
  return token
}

/** A new token for the latest sign-up of a user, or null if there is none. */
export async function renewRegistration(context: AuthContext, query: Query, userId: string, pkce: boolean): Promise<string | null> {
  const token = linkToken(pkce)
  const now = context.now()
  const rows = await query(
    `update auth.registrations set token_hash = $2, created_at = $3 where token_hash =
       (select token_hash from auth.registrations where user_id = $1 order by created_at desc limit 1) returning user_id`,
    [userId, digest(token), now],
  )
  if (rows.length === 0) return null
  await touch(query, userId, now)
  return token
}

type Row = { user_id: string; password_hash: string; metadata: Json; created_at: Date }

/** The sign-up of a valid token, else null. Does not consume it. */
export async function findRegistration(context: AuthContext, query: Query, token: string): Promise<FoundRegistration | null> {
  const [row] = await query<Row>('select user_id, password_hash, metadata, created_at from auth.registrations where token_hash = $1', [digest(token)])
  if (!row || tokenExpiry('signup', row.created_at) < context.now()) return null
  return { userId: row.user_id, passwordHash: row.password_hash, metadata: row.metadata, signedUpAt: row.created_at }
}

/** Consumes the token and all sign-ups of this address. Locks the user. */
export async function redeemRegistration(context: AuthContext, query: Query, token: string): Promise<{ user: UserRow; registration: Registration } | null> {
  const seen = await findRegistration(context, query, token)
  // Lock the user first, in the same order as a sign-up.
  const user = seen ? await findUser(query, { id: seen.userId }, true) : null
  if (!seen || !user || !(await findRegistration(context, query, token))) return null
  await query('delete from auth.registrations where user_id = $1', [user.id])
  return { user, registration: seen }
}

/** Applies the password and metadata of this sign-up to the account and confirms its address. */
export async function completeRegistration(query: Query, user: UserRow, { passwordHash, metadata }: Registration, now: Date): Promise<void> {
  const own = { sub: user.id, email: user.email, phone_verified: false }
  await query('update auth.users set encrypted_password = $2, raw_user_meta_data = $3 where id = $1', [
    user.id,
    passwordHash,
    mergeMetadata(user.raw_user_meta_data, { ...metadata, ...own }),
  ])
  await confirmEmail(query, user.id, now)
}
