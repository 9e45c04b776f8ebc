/** Reads and writes auth.users and auth.identities, and builds GoTrue's user object. */
import { randomUUID } from 'node:crypto'
import type { Query } from '#postgres/statement.ts'
import { AuthError } from '../errors.ts'

export type Json = Record<string, unknown>

export type UserRow = {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  confirmed_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_confirm_status: number | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Json | null
  raw_user_meta_data: Json | null
  phone: string | null
  banned_until: Date | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  is_anonymous: boolean
  identities: Json[]
  /** second factors, verified or not */
  factors: Json[]
}

const COLUMNS = `u.id, u.aud, u.role, u.email, u.encrypted_password, u.email_confirmed_at, u.invited_at, u.confirmation_sent_at,
  u.confirmed_at, u.recovery_sent_at, u.email_change, u.email_change_sent_at, u.email_change_confirm_status, u.last_sign_in_at,
  u.raw_app_meta_data, u.raw_user_meta_data, u.phone, u.banned_until, u.created_at, u.updated_at, u.deleted_at, u.is_anonymous,
  coalesce((select jsonb_agg(jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
    'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at,
    'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.email) order by i.created_at)
    from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
    'created_at', f.created_at, 'updated_at', f.updated_at, 'last_challenged_at', f.last_challenged_at) order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id), '[]') as factors`

/**
 * With `lock`, waits for changes of the account that are in progress, as of its password, and reads what they left: all who open a
 * session lock the account first, or a change that ends its sessions would not see theirs.
 */
export async function findUser(query: Query, by: { id: string } | { email: string }, lock = false): Promise<UserRow | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['email', by.email]
  // A statement of its own: the one that waits would read the factors as they were before.
  if (lock) void query(`select from auth.users where ${column} = $1 for update`, [value])
  const rows = await query<UserRow>(
    `select ${COLUMNS} from auth.users u where u.${column} = $1 and u.deleted_at is null ${column === 'email' ? 'and u.is_sso_user = false' : ''} ${lock ? 'for update of u' : ''}`,
    [value],
  )
  return rows[0] ?? null
}

/** One page of users, newest first, with the total count. Pages count from 1. */
export async function listUsers(query: Query, page: number, perPage: number): Promise<{ users: UserRow[]; total: number }> {
  const users = await query<UserRow>(`select ${COLUMNS} from auth.users u where u.deleted_at is null order by u.created_at desc, u.id limit $1 offset $2`, [
    perPage,
    (page - 1) * perPage,
  ])
  const [count] = await query<{ total: number }>('select count(*)::int as total from auth.users where deleted_at is null')
  return { users, total: count?.total ?? 0 }
}

export type NewUser = {
  id?: string
  email: string
  /** bcrypt hash, or null for an account without a password. */
  passwordHash: string | null
  role?: string
  userMetadata: Json
  /** Stores the metadata as given, without the claims of a sign-up: for accounts that an administrator creates. */
  keepMetadata?: boolean
  appMetadata?: Json
  confirmedAt: Date | null
  invitedAt?: Date | null
  now: Date
}

export async function insertUser(query: Query, user: NewUser): Promise<UserRow> {
  const id = user.id ?? randomUUID()
  const claims = { ...user.userMetadata, sub: id, email: user.email, email_verified: user.confirmedAt !== null, phone_verified: false }
  await query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      id,
      user.role ?? 'authenticated',
      user.email,
      user.passwordHash ?? '',
      user.confirmedAt,
      user.invitedAt ?? null,
      { provider: 'email', providers: ['email'], ...user.appMetadata },
      user.keepMetadata ? user.userMetadata : claims,
      user.now,
    ],
  )
  await query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, 'email', $4, $4, $4)`,
    [id, id, claims, user.now],
  )
  const row = await findUser(query, { id })
  if (!row) throw new Error('Inserted user not found')
  return row
}

/** Confirms the address, on the user and on the email identity, and deletes pending sign-ups. */
export async function confirmEmail(query: Query, id: string, now: Date): Promise<void> {
  await query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, $2), confirmation_token = '', updated_at = $2,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = $1`,
    [id, now],
  )
  await query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = $2 where user_id = $1 and provider = 'email'`,
    [id, now],
  )
  await query('delete from auth.registrations where user_id = $1', [id])
}

export async function changeEmail(query: Query, id: string, email: string, now: Date): Promise<void> {
  await query(
    `update auth.users set email = $2::text, email_confirmed_at = coalesce(email_confirmed_at, $3), email_change = '', email_change_token_new = '',
       email_change_token_current = '', email_change_confirm_status = 0, updated_at = $3,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', $2::text, 'email_verified', true) where id = $1`,
    [id, email, now],
  )
  await query(
    `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true), updated_at = $3
     where user_id = $1 and provider = 'email'`,
    [id, email, now],
  )
}

/** No one has confirmed this account's address yet: the first person to confirm it gets the account. */
export function isUnclaimed(user: UserRow): boolean {
  return user.email_confirmed_at === null && user.last_sign_in_at === null && user.invited_at === null
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}

const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:".]+(\.[^\s\p{Cc}@<>()[\]\\,;:".]+)*$/u

/** Validates an address and converts it to lower case, as GoTrue does. Throws validation_failed. */
export function readEmail(value: unknown): string {
  // NFC: one address is one account, however its characters are composed.
  const email = typeof value === 'string' ? value.trim().toLowerCase().normalize('NFC') : ''
  if (email === '') throw new AuthError(400, 'validation_failed', 'An email address is required')
  if (email.length > 254 || !ADDRESS.test(email) || UNWRITABLE.test(email))
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
  return email
}

/** Metadata is part of every access token, which is in a header of every request. */
const MAX_METADATA_CHARACTERS = 4096

/** PostgreSQL stores neither NUL nor lone surrogates, and the other control characters are invisible. */
const UNWRITABLE = /[\p{Cc}\p{Cs}]/u
const MAX_DEPTH = 16

function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return depth < MAX_DEPTH && Object.entries(value).every(([name, one]) => isStorable(name) && isStorable(one, depth + 1))
}

function checkSize(metadata: Json): Json {
  if (!isStorable(metadata)) throw new AuthError(400, 'validation_failed', 'data is nested too deeply or holds characters that cannot be stored')
  if (JSON.stringify(metadata).length > MAX_METADATA_CHARACTERS) throw new AuthError(400, 'validation_failed', 'data is too large')
  return metadata
}

export function readMetadata(value: unknown): Json {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new AuthError(400, 'validation_failed', 'data must be an object')
  return checkSize(Object.fromEntries(Object.entries(value)))
}

/** Merges a change into stored metadata: null removes its key, as in GoTrue. */
export function mergeMetadata(kept: Json | null, change: Json): Json {
  return checkSize(Object.fromEntries(Object.entries({ ...kept, ...change }).filter(([name, value]) => value !== null || !(name in change))))
}

/** GoTrue's user object; unset fields are omitted as in GoTrue. */
export function userJson(user: UserRow): Json {
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    phone: user.phone ?? '',
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    new_email: user.email_change || undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities,
    factors: user.factors.length > 0 ? user.factors : undefined,
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    is_anonymous: user.is_anonymous,
  }
}
