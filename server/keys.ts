/**
 * The shop's keys: generated at bootstrap and stored in DATA_DIR/keys.json (mode 600), which other programs may read; or given by the
 * environment, so that several processes have the same. While they change, older ones are accepted too
 * (docs/decisions/0106-limits-and-keys-of-several-processes.md).
 */
import type { DataKeys } from '#gateway/core/session.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { DataDirectoryError } from './database/data-directory.ts'

const secret = v.pipe(v.string(), v.minLength(32))
const accepted = v.object({
  jwt_secrets: v.array(secret),
  publishable_keys: v.array(v.string()),
  secret_keys: v.array(v.string()),
  data_keys: v.array(secret),
  /** Of `npm run rotate-keys`: when, and whether the shop has started with the new keys since. */
  since: v.optional(v.string()),
  started: v.optional(v.boolean()),
})
const kept = v.object({
  publishable_key: v.string(),
  secret_key: v.string(),
  anon_key: v.string(),
  service_role_key: v.string(),
  jwt_secret: secret,
  /** Seals what is stored and mailed. Shops that were started before it existed seal with the secret of tokens. */
  data_key: v.optional(secret),
  also: v.optional(accepted),
})
/** Keys that are accepted besides. */
export type AlsoKeys = v.InferOutput<typeof accepted>
export type Keys = Omit<v.InferOutput<typeof kept>, 'data_key' | 'also'> & { data_key: string; also?: AlsoKeys | undefined }

/** The content of keys.json: the keys, the shop's URL and, with the embedded database, its owner login. */
export type KeysFile = Keys & { url: string; db_url?: string }

/**
 * Keys of the environment, of each kind the one to use and then those that are accepted too. The secrets of tokens are enough: the others
 * follow from them.
 */
export type GivenKeys = { jwtSecrets: DataKeys; publishableKeys: readonly string[]; secretKeys: readonly string[]; dataKeys: readonly string[] }

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

export async function makeKeys(): Promise<Keys> {
  const jwtSecret = randomBytes(36).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  return {
    publishable_key: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secret_key: `sb_secret_${randomBytes(24).toString('base64url')}`,
    anon_key: await legacyKey(jwtSecret, 'anon', now),
    service_role_key: await legacyKey(jwtSecret, 'service_role', now),
    jwt_secret: jwtSecret,
    data_key: randomBytes(36).toString('base64url'),
  }
}

async function keysFrom({ jwtSecrets, publishableKeys, secretKeys, dataKeys }: GivenKeys): Promise<Keys> {
  const [jwtSecret, ...olderSecrets] = jwtSecrets
  const follow = (name: string) => (from: string) => `sb_${name}_${createHmac('sha256', from).update(`${name} key`).digest('base64url').slice(0, 32)}`
  const [publishable, ...olderPublishable] = publishableKeys.length > 0 ? publishableKeys : jwtSecrets.map(follow('publishable'))
  const [secretKey, ...olderSecretKeys] = secretKeys.length > 0 ? secretKeys : jwtSecrets.map(follow('secret'))
  // What was sealed before there was a data key opens with the secrets of tokens.
  const [dataKey = jwtSecret, ...olderDataKeys] = new Set([...dataKeys, ...jwtSecrets])
  const also = { jwt_secrets: olderSecrets, publishable_keys: olderPublishable, secret_keys: olderSecretKeys, data_keys: olderDataKeys }
  return {
    publishable_key: publishable ?? '',
    secret_key: secretKey ?? '',
    anon_key: await legacyKey(jwtSecret, 'anon', ISSUED),
    service_role_key: await legacyKey(jwtSecret, 'service_role', ISSUED),
    jwt_secret: jwtSecret,
    data_key: dataKey,
    ...(Object.values(also).some((list) => list.length > 0) ? { also } : {}),
  }
}

/** Throws if the text is not the content of a keys.json. */
export function parseKeys(text: string): Keys {
  const keys = v.parse(kept, JSON.parse(text))
  return { ...keys, data_key: keys.data_key ?? keys.jwt_secret }
}

/** The data key that seals, and those that only open. */
export const dataKeysOf = ({ data_key: first, also }: Keys): DataKeys => [first, ...(also?.data_keys ?? [])]

/**
 * The keys of the environment, else those of the data folder, which are generated for a new shop. Throws DataDirectoryError for a
 * damaged file and leaves it unchanged.
 */
export async function loadKeys(dataDir: string, given?: GivenKeys): Promise<Keys> {
  if (given) return keysFrom(given)
  const file = path.join(dataDir, 'keys.json')
  try {
    return parseKeys(await readFile(file, 'utf8'))
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
