/**
 * The shop's keys: generated at bootstrap and stored in DATA_DIR/keys.json (mode 600), which other programs may read; or given by the
 * environment, so that several processes have the same.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { DataDirectoryError } from './database/data-directory.ts'

const kept = v.object({
  publishable_key: v.string(),
  secret_key: v.string(),
  anon_key: v.string(),
  service_role_key: v.string(),
  jwt_secret: v.pipe(v.string(), v.minLength(32)),
})
export type Keys = v.InferOutput<typeof kept>

/** The content of keys.json: the keys, the shop's URL and, with the embedded database, its owner login. */
export type KeysFile = Keys & { url: string; db_url?: string }

/** Keys of the environment. The secret alone is enough: the other two follow from it. */
export type GivenKeys = { jwtSecret: string; publishableKey: string | undefined; secretKey: string | undefined }

/** When the legacy keys are signed, in seconds since 1970: fixed, so that all processes with one secret have the same keys. */
const ISSUED = Date.UTC(2026, 0, 1) / 1000
const TEN_YEARS = 10 * 365.25 * 86_400

async function legacyKey(secret: string, role: string, issued: number): Promise<string> {
  return new SignJWT({ role, iss: 'supabase' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + TEN_YEARS)
    .sign(new TextEncoder().encode(secret))
}

async function makeKeys(): Promise<Keys> {
  const jwtSecret = randomBytes(36).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  return {
    publishable_key: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secret_key: `sb_secret_${randomBytes(24).toString('base64url')}`,
    anon_key: await legacyKey(jwtSecret, 'anon', now),
    service_role_key: await legacyKey(jwtSecret, 'service_role', now),
    jwt_secret: jwtSecret,
  }
}

async function keysFrom({ jwtSecret, publishableKey, secretKey }: GivenKeys): Promise<Keys> {
  const follow = (name: string): string => `sb_${name}_${createHmac('sha256', jwtSecret).update(`${name} key`).digest('base64url').slice(0, 32)}`
  return {
    publishable_key: publishableKey ?? follow('publishable'),
    secret_key: secretKey ?? follow('secret'),
    anon_key: await legacyKey(jwtSecret, 'anon', ISSUED),
    service_role_key: await legacyKey(jwtSecret, 'service_role', ISSUED),
    jwt_secret: jwtSecret,
  }
}

/**
 * The keys of the environment, else those of the data folder, which are generated for a new shop. Throws DataDirectoryError for a
 * damaged file and leaves it unchanged.
 */
export async function loadKeys(dataDir: string, given?: GivenKeys): Promise<Keys> {
  if (given) return keysFrom(given)
  const file = path.join(dataDir, 'keys.json')
  try {
    return v.parse(kept, JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    // Only a missing file means a new shop: an unreadable one still contains the keys of all sessions.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return makeKeys()
    throw new DataDirectoryError(`The data folder is damaged: ${file} is not readable. Restore it from a backup; new keys would sign out all users.`)
  }
}

/** The two keys that callers send, of a project that answers for this server; everything else stays this shop's own. */
export function withProjectKeys(keys: Keys, project: { publishableKey: string; secretKey: string } | undefined): Keys {
  return project ? { ...keys, publishable_key: project.publishableKey, secret_key: project.secretKey } : keys
}

export async function saveKeys(dataDir: string, content: KeysFile): Promise<void> {
  const file = path.join(dataDir, 'keys.json')
  // A file left by an interrupted start would keep its own mode.
  await rm(`${file}.new`, { force: true })
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
