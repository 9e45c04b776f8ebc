/** Where uploaded files lie, by the environment (docs/decisions/0105-file-stores.md). */
import * as v from 'valibot'
import type { S3Settings } from '#gateway/storage/stores/s3-client.ts'

/** 'folder' is STORAGE_DIR. */
export type FilePlace = 'folder' | S3Settings

export type StorageSettings = {
  place: FilePlace
  /** Read while files move away from it. */
  old: FilePlace | undefined
}

/** Of a store and a prefix in it. */
export const S3_ADDRESS = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w!.*'()/-]{0,500})?$/
const ADDRESS = /^(?:folder|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w!.*'()/-]{0,500})?)$/
const address = v.optional(v.pipe(v.string(), v.regex(ADDRESS, 'must be folder or s3://bucket or s3://bucket/prefix')))

export const storageSchema = {
  STORAGE_URL: address,
  STORAGE_OLD_URL: address,
  S3_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => {
        const url = URL.parse(text)
        return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.search === ''
      }, 'must be an https:// address without keys'),
    ),
  ),
  S3_REGION: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as ap-south-1')), 'ap-south-1'),
  S3_PATH_STYLE: v.optional(v.picklist(['0', '1', 'true', 'false'], 'must be 0 or 1')),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
}

const schema = v.object(storageSchema)

export type S3Environment = Pick<v.InferOutput<typeof schema>, 'S3_ENDPOINT' | 'S3_REGION' | 'S3_PATH_STYLE' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>

/** @param text `s3://bucket` or `s3://bucket/prefix` */
export function s3PlaceOf(text: string, { S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: S3Environment): S3Settings {
  const { hostname, pathname } = new URL(text)
  const prefix = pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
  return {
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: S3_REGION,
    endpoint: S3_ENDPOINT,
    pathStyle: S3_PATH_STYLE === undefined ? S3_ENDPOINT !== undefined : ['1', 'true'].includes(S3_PATH_STYLE),
    credentials:
      S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined
        ? undefined
        : { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  }
}

/** @returns a sentence if the settings contradict each other */
export function storageOf(env: v.InferOutput<typeof schema>): StorageSettings | string {
  const { STORAGE_URL = 'folder', STORAGE_OLD_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined)) {
    return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are given together, or not at all.'
  }
  if (STORAGE_OLD_URL === STORAGE_URL) return 'STORAGE_OLD_URL is where files were before: it must be another place than STORAGE_URL.'
  const placeOf = (text: string): FilePlace => (text === 'folder' ? text : s3PlaceOf(text, env))
  return { place: placeOf(STORAGE_URL), old: STORAGE_OLD_URL === undefined ? undefined : placeOf(STORAGE_OLD_URL) }
}
