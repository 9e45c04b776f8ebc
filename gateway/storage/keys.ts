/** Validates names of buckets and files by Supabase's rules. They are never used as names on disk. */
import { StorageError } from './errors.ts'

const KEY = /^[\w/!.*'() &$@=;:+,?-]+$/
const BUCKET = /^[\w!.*'() &$@=;:+,?-]+$/

export function checkKey(key: string): string {
  const segments = key.split('/')
  if (key.length > 1024 || !KEY.test(key) || segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    throw new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`)
  }
  return key
}

export function checkBucketId(id: string): string {
  if (id.length > 100 || id !== id.trim() || !BUCKET.test(id) || id === '.' || id === '..')
    throw new StorageError(400, 'InvalidBucketName', 'InvalidBucketName', 'Bucket name invalid')
  return id
}
