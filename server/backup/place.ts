/** Opens the place where backups lie. */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '#gateway/storage/stores/sync-folder.ts'
import type { BackupPlaceSettings } from './backup-settings.ts'
import type { BackupPlace } from './backup-place.ts'
import { BackupError } from './format.ts'

/** Milliseconds without a byte after which a partial file was left by a crash. */
const ABANDONED = 60 * 60 * 1000
const PARTIAL = /^\.shringar-.+\.partial$/

const sentence = (folder: string) => (error: NodeJS.ErrnoException) => {
  throw new BackupError(`The folder of backups ${folder} cannot be used: ${error.code ?? error.name}.`)
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!PARTIAL.test(name)) continue
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > ABANDONED) await rm(file, { force: true })
  }
}

function inFolder(folder: string): BackupPlace {
  return {
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(sentence(folder))
      await removeAbandoned(folder).catch(sentence(folder))
      const partial = path.join(folder, `.${name}.partial`)
      const file = await open(partial, 'wx', 0o600).catch(sentence(folder))
      try {
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(partial, path.join(folder, name))
        await syncFolder(folder)
      } catch (error) {
        await rm(partial, { force: true })
        if (error instanceof Error && 'syscall' in error) sentence(folder)(error as NodeJS.ErrnoException)
        throw error
      }
    },
    async read(name) {
      const file = path.join(folder, name)
      const about = await stat(file).catch(() => null)
      if (!about?.isFile()) throw new BackupError(`There is no backup ${file}.`)
      return createReadStream(file)
    },
    names: () => readdir(folder).catch(sentence(folder)),
    remove: (name) => rm(path.join(folder, name), { force: true }),
    close() {},
  }
}

/** The client of S3 is loaded only for a place that needs it. */
export async function openBackupPlace(settings: BackupPlaceSettings): Promise<BackupPlace> {
  if ('folder' in settings) return inFolder(settings.folder)
  const { openBackupBucket } = await import('./bucket.ts')
  return openBackupBucket(settings.s3)
}
