/** /admin/users: service role only. */
import { inTransaction } from '#postgres/transaction.ts'
import type { Query } from '#postgres/statement.ts'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { isUuid } from '../../core/uuid.ts'
import { audit } from '../audit.ts'
import { json, type AuthContext, type AuthEndpoint } from '../context.ts'
import { requireServiceRole } from '../sessions/current-user.ts'
import { AuthError } from '../errors.ts'
import { checkNewPassword } from './passwords.ts'
import { digest } from '../secrets.ts'
import { endSessions } from '../sessions/sessions.ts'
import { changeEmail, confirmEmail, findUser, insertUser, listUsers, mergeMetadata, readEmail, readMetadata, userJson, type UserRow } from './users.ts'

const MAX_PER_PAGE = 1000
const UNITS: Record<string, number> = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** The end of a ban from a Go duration ('24h', '1h30m'); null for 'none', which lifts the ban. */
function readBan(value: unknown, now: Date): Date | null {
  if (value === 'none') return null
  const parts =
    typeof value === 'string' && /^(?:\d{1,15}(?:\.\d{1,15})?(?:ns|us|ms|s|m|h)){1,6}$/.test(value)
      ? value.matchAll(/(\d{1,15}(?:\.\d{1,15})?)(ns|us|ms|s|m|h)/g)
      : null
  if (!parts) throw new AuthError(400, 'validation_failed', 'invalid format for ban duration')
  const length = [...parts].reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0), 0)
  return new Date(now.getTime() + length)
}

async function readPasswordHash(context: AuthContext, body: Record<string, unknown>): Promise<string | null> {
  const { password, password_hash: hash } = body
  if (typeof hash === 'string' && hash !== '') {
    // Accounts imported from another GoTrue instance bring their bcrypt hashes.
    if (!/^\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}$/.test(hash)) throw new AuthError(400, 'validation_failed', 'password_hash must be a bcrypt hash')
    return hash
  }
  if (password === undefined || password === null || password === '') return null
  if (typeof password !== 'string') throw new AuthError(400, 'validation_failed', 'password must be a string')
  checkNewPassword(password)
  return context.passwords.hash(password, null)
}

function readRole(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || value === 'authenticated') return undefined
  // The role becomes the database role of every request: service_role here would act as a key that never expires.
  throw new AuthError(400, 'validation_failed', 'role must be authenticated')
}

const emailExists = (): AuthError => new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

export const createUser: AuthEndpoint = async (context, { body, caller }) => {
  requireServiceRole(caller)
  const email = readEmail(body['email'])
  const role = readRole(body['role'])
  const now = context.now()
  const id = body['id'] === undefined ? undefined : body['id']
  if (id !== undefined && !isUuid(id)) throw new AuthError(400, 'validation_failed', 'id must be a uuid')
  const details = {
    email,
    role,
    id,
    userMetadata: readMetadata(body['user_metadata']),
    keepMetadata: true,
    appMetadata: readMetadata(body['app_metadata']),
    confirmedAt: body['email_confirm'] === true ? now : null,
    now,
  }
  const bannedUntil = body['ban_duration'] === undefined ? null : readBan(body['ban_duration'], now)
  const passwordHash = await readPasswordHash(context, body)
  try {
    const user = await inTransaction(context.pool, {}, async (query) => {
      if (await findUser(query, { email })) throw emailExists()
      const made = await insertUser(query, { ...details, passwordHash })
      if (bannedUntil) await query('update auth.users set banned_until = $2 where id = $1', [made.id, bannedUntil])
      await audit(context, query, 'user_signedup', made.id, caller)
      return { ...made, banned_until: bannedUntil }
    })
    return json(userJson(user))
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') throw emailExists()
    throw error
  }
}

function readCount(value: string | null, fallback: number, most: number): number {
  if (value === null || value === '') return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1) throw new AuthError(400, 'validation_failed', 'Bad Pagination Parameters')
  return Math.min(number, most)
}

export const adminListUsers: AuthEndpoint = async (context, { url, caller }) => {
  requireServiceRole(caller)
  const page = readCount(url.searchParams.get('page'), 1, 1_000_000)
  const perPage = readCount(url.searchParams.get('per_page'), 50, MAX_PER_PAGE)
  const { users, total } = await listUsers(context.query, page, perPage)
  const last = Math.max(1, Math.ceil(total / perPage))
  const links = [...(page < last ? [[page + 1, 'next'] as const] : []), [last, 'last'] as const]
  const link = links.map(([number, rel]) => `<${url.pathname}?page=${number}&per_page=${perPage}>; rel="${rel}"`).join(', ')
  return json({ users: users.map(userJson), aud: 'authenticated' }, 200, { 'x-total-count': String(total), link })
}

async function requireTarget(query: Query, id: string | undefined, lock = false): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUser(query, { id }, lock)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

export const adminGetUser: AuthEndpoint = async (context, { params, caller }) => {
  requireServiceRole(caller)
  return json(userJson(await requireTarget(context.query, params[0])))
}

export const adminUpdateUser: AuthEndpoint = async (context, { params, body, caller }) => {
  requireServiceRole(caller)
  readRole(body['role'])
  const now = context.now()
  const email = body['email'] === undefined ? null : readEmail(body['email'])
  const passwordHash = await readPasswordHash(context, body)
  const user = await inTransaction(context.pool, {}, async (query) => {
    const current = await requireTarget(query, params[0], true)
    const { id } = current
    const userMetadata = mergeMetadata(current.raw_user_meta_data, readMetadata(body['user_metadata']))
    const appMetadata = mergeMetadata(current.raw_app_meta_data, readMetadata(body['app_metadata']))
    await query('update auth.users set raw_user_meta_data = $2, raw_app_meta_data = $3 where id = $1', [id, userMetadata, appMetadata])
    if (email !== null && email !== current.email) {
      if (await findUser(query, { email })) throw emailExists()
      await changeEmail(query, id, email, now)
    }
    if (body['email_confirm'] === true) await confirmEmail(query, id, now)
    if (body['ban_duration'] !== undefined) {
      const until = readBan(body['ban_duration'], now)
      await query('update auth.users set banned_until = $2 where id = $1', [id, until])
      if (until) await endSessions(query, id, 'all')
    }
    if (passwordHash !== null) {
      await query('update auth.users set encrypted_password = $2 where id = $1', [id, passwordHash])
      await endSessions(query, id, 'all')
      await audit(context, query, 'user_updated_password', id, caller)
    }
    await query('update auth.users set updated_at = $2 where id = $1', [id, now])
    await audit(context, query, 'user_modified', id, caller)
    return requireTarget(query, id)
  })
  return json(userJson(user))
}

export const adminDeleteUser: AuthEndpoint = async (context, { params, body, caller }) => {
  requireServiceRole(caller)
  await inTransaction(context.pool, {}, async (query) => {
    const { id, email } = await requireTarget(query, params[0], true)
    await audit(context, query, 'user_deleted', id, caller)
    if (body['should_soft_delete'] !== true) {
      await query('delete from auth.users where id = $1', [id])
      return
    }
    // Keep the row for foreign keys; remove the personal data.
    await endSessions(query, id, 'all')
    await query('delete from auth.identities where user_id = $1', [id])
    await query('delete from auth.one_time_tokens where user_id = $1', [id])
    await query('delete from auth.mfa_factors where user_id = $1', [id])
    await query(
      `update auth.users set deleted_at = $2, email = $3, encrypted_password = '', phone = null, email_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}', updated_at = $2 where id = $1`,
      [id, context.now(), digest(`${id} ${email ?? ''}`)],
    )
  })
  return json({})
}
