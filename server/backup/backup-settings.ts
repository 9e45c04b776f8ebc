/** Where and how often the shop is backed up, by the environment (docs/decisions/0113-backups.md). */
import path from 'node:path'
import * as v from 'valibot'
import type { S3Settings } from '#gateway/storage/stores/s3-client.ts'
import { S3_ADDRESS, s3PlaceOf, storageSchema, type S3Environment } from '../storage/storage-settings.ts'
import { PUBLIC_KEY } from './encryption.ts'
import type { Retention } from './retention.ts'

/** A folder, or a store that speaks S3. */
export type BackupPlaceSettings = { folder: string } | { s3: S3Settings }

export type BackupSettings = {
  /** Undefined: none was chosen, and nothing is scheduled. */
  to: BackupPlaceSettings | undefined
  /** Of the owner: only who has the private key of one of them can read a backup. */
  publicKeys: readonly string[]
  /** Milliseconds from one scheduled backup to the next. */
  every: number
  keep: Retention
  /** How a store that a person names is reached. */
  s3: S3Environment
}

const RETENTION = /^(\d{1,3}),(\d{1,3}),(\d{1,3})$/
const KEEP = 'must be three numbers such as 7,4,12: days, weeks and months of which one backup each is kept'
const MOST_HOURS = 168

export const backupSchema = {
  BACKUP_TO: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => S3_ADDRESS.test(text) || !text.includes('://'), 'must be a folder or s3://bucket/prefix'),
    ),
  ),
  BACKUP_PUBLIC_KEY: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((one) => one.trim())),
      v.maxLength(4, 'must have at most four values'),
      v.array(v.pipe(v.string(), v.regex(PUBLIC_KEY, 'must be a public key age1…, as npm run backup -- new-key prints it'))),
    ),
  ),
  BACKUP_EVERY: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/, `must be hours from 1 to ${MOST_HOURS}`)), '24'),
  BACKUP_KEEP: v.optional(v.pipe(v.string(), v.regex(RETENTION, KEEP)), '7,4,12'),
  BACKUP_S3_ENDPOINT: storageSchema.S3_ENDPOINT,
  BACKUP_S3_REGION: v.optional(v.string()),
  BACKUP_S3_PATH_STYLE: storageSchema.S3_PATH_STYLE,
  BACKUP_S3_ACCESS_KEY_ID: v.optional(v.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: v.optional(v.string()),
}

const schema = v.object({ ...storageSchema, ...backupSchema })
type Environment = v.InferOutput<typeof schema>

/** The store of backups has keys of its own, or those of the uploaded files: never some of each. */
function s3Of(env: Environment): S3Environment {
  const own = env.BACKUP_S3_ENDPOINT ?? env.BACKUP_S3_REGION ?? env.BACKUP_S3_PATH_STYLE ?? env.BACKUP_S3_ACCESS_KEY_ID ?? env.BACKUP_S3_SECRET_ACCESS_KEY
  const { S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (own === undefined) return { S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  return {
    S3_ENDPOINT: env.BACKUP_S3_ENDPOINT,
    S3_REGION: env.BACKUP_S3_REGION ?? S3_REGION,
    S3_PATH_STYLE: env.BACKUP_S3_PATH_STYLE,
    S3_ACCESS_KEY_ID: env.BACKUP_S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: env.BACKUP_S3_SECRET_ACCESS_KEY,
  }
}

/** @param text a folder, or `s3://bucket/prefix` */
export function backupPlaceOf(text: string, s3: S3Environment): BackupPlaceSettings {
  return S3_ADDRESS.test(text) ? { s3: s3PlaceOf(text, s3) } : { folder: path.resolve(text) }
}

/** @returns a sentence if the settings contradict each other */
export function backupOf(env: Environment): BackupSettings | string {
  const hours = Number(env.BACKUP_EVERY)
  if (hours < 1 || hours > MOST_HOURS) return `BACKUP_EVERY must be hours from 1 to ${MOST_HOURS}.`
  const [, days, weeks, months] = RETENTION.exec(env.BACKUP_KEEP) ?? []
  const keep = { days: Number(days), weeks: Number(weeks), months: Number(months) }
  if (keep.days + keep.weeks + keep.months === 0) return `BACKUP_KEEP keeps nothing: it ${KEEP}.`
  if ((env.BACKUP_S3_ACCESS_KEY_ID === undefined) !== (env.BACKUP_S3_SECRET_ACCESS_KEY === undefined))
    return 'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are given together, or not at all.'
  if (env.BACKUP_TO !== undefined && env.BACKUP_PUBLIC_KEY === undefined)
    return 'BACKUP_TO is set, but not BACKUP_PUBLIC_KEY: npm run backup -- new-key makes the key that only you keep.'
  const s3 = s3Of(env)
  return {
    to: env.BACKUP_TO === undefined ? undefined : backupPlaceOf(env.BACKUP_TO, s3),
    publicKeys: env.BACKUP_PUBLIC_KEY ?? [],
    every: hours * 3_600_000,
    keep,
    s3,
  }
}
