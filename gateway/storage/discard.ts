/**
 * Removes files that no row refers to any more. The row goes first: a file without a row is invisible, a row without a file is broken.
 * The transaction that takes the row away notes the file in storage.deleted_files, so what the store refuses now is removed later.
 */
import { runAs } from '../core/as-caller.ts'
import { isUnavailable } from '../core/errors.ts'
import type { StorageContext } from './context.ts'

/** Requests to the store at once. */
const AT_ONCE = 16
/** Files that one process takes at a time. */
const BATCH = 200

/** Forgets the notes of the files that are gone. @returns null, or why some are left */
async function remove(context: StorageContext, versions: readonly string[]): Promise<string | null> {
  const gone: string[] = []
  let reason: string | null = null
  for (let at = 0; at < versions.length; at += AT_ONCE) {
    const some = versions.slice(at, at + AT_ONCE)
    const outcomes = await Promise.allSettled(some.map((version) => Promise.all([context.files.remove(version), context.renditions.forget(version)])))
    gone.push(...some.filter((_, index) => outcomes[index]?.status === 'fulfilled'))
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    if (refused) {
      reason = String(refused.reason)
      break
    }
  }
  if (gone.length > 0 && context.notesDeletedFiles)
    await runAs(context.pool, context.system, {}, [{ text: 'delete from storage.deleted_files where version = any($1)', values: [gone] }])
  return reason
}

/** Never throws: their rows are gone, and what is left is noted. */
export async function discardAll(context: StorageContext, versions: readonly string[]): Promise<void> {
  const reason = await remove(context, versions).catch(String)
  if (reason === null) return
  const message = `storage: Files without a row stay in the store${context.notesDeletedFiles ? ' for now' : ''}`
  context.log({ level: 'warn', message, data: { files: versions.length, reason } })
}

export const discard = (context: StorageContext, version: string): Promise<void> => discardAll(context, [version])

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
    if (context.notesDeletedFiles)
      await runAs(context.pool, context.system, {}, [{ text: 'insert into storage.deleted_files (version) values ($1)', values: [version] }]).catch(
        () => undefined,
      )
  }
}

/** After the nth attempt the next one is 30 s × 2ⁿ later, at most an hour. */
const TAKE = `update storage.deleted_files set attempts = attempts + 1, due_at = now() + least(interval '1 hour', interval '30 seconds' * power(2, least(attempts, 10)))
  where version in (select version from storage.deleted_files where due_at <= now() order by due_at limit ${BATCH} for update skip locked) returning version`

/**
 * Removes what earlier attempts have left. Several processes share the work.
 *
 * @returns how many files wait for another attempt
 */
export async function removeDeletedFiles(context: StorageContext): Promise<number> {
  if (!context.notesDeletedFiles) return 0
  let reason: string | null = null
  for (let taken = BATCH; taken === BATCH && reason === null;) {
    const [result] = await runAs(context.pool, context.system, {}, [{ text: TAKE, values: [] }])
    const versions = (result?.rows ?? []).map(({ version }: { version: string }) => version)
    taken = versions.length
    reason = await remove(context, versions)
  }
  const [counted] = await runAs(context.pool, context.system, { readOnly: true }, [
    { text: 'select count(*)::integer as files from storage.deleted_files where attempts > 0', values: [] },
  ])
  const left = Number(counted?.rows[0]?.files ?? 0)
  if (reason !== null) context.log({ level: 'warn', message: 'storage: The store has not deleted all files yet', data: { files: left, reason } })
  return left
}
