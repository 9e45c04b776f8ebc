/**
 * Removes files that no row refers to any more. The row goes first: a file without a row is invisible, a row without a file is broken.
 */
import { isUnavailable } from '../core/errors.ts'
import type { StorageContext } from './context.ts'

/** Requests to the store at once. */
const AT_ONCE = 16

export async function discard(context: StorageContext, version: string): Promise<void> {
  await Promise.all([context.files.remove(version), context.renditions.forget(version)])
}

export async function discardAll(context: StorageContext, versions: string[]): Promise<void> {
  for (let at = 0; at < versions.length; at += AT_ONCE) await Promise.all(versions.slice(at, at + AT_ONCE).map((version) => discard(context, version)))
}

/**
 * Removes a file whose row was not written. When the database went away in the meantime, nobody knows whether it was: then the file
 * stays.
 */
export async function takeBack(context: StorageContext, version: string, reason: unknown): Promise<void> {
  if (isUnavailable(reason)) return
  try {
    await context.files.remove(version)
  } catch (error) {
    context.log({ level: 'warn', message: 'storage: A file without a row stays in the store', data: { version, reason: String(error) } })
  }
}
