/** Backups in a bucket of an S3-compatible store. */
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { ask, awayOf, openS3Client, type S3Settings } from '#gateway/storage/stores/s3-client.ts'
import { uploadTo } from '#gateway/storage/stores/s3-upload.ts'
import { StoreAway } from '#gateway/storage/stores/file-store.ts'
import { BackupError } from './format.ts'
import type { BackupPlace } from './backup-place.ts'

/** Bytes of a part, of which a store takes 10,000: backups of up to 320 GB. One is in memory. */
const PART = 32 * 1024 * 1024

function sentence(error: unknown): never {
  if (error instanceof StoreAway) throw new BackupError(`${error.message.replace('file store', 'store of backups')}.`, { cause: error })
  throw error
}

export function openBackupBucket(settings: S3Settings): BackupPlace {
  const client = openS3Client(settings)
  const at = (name: string): { Bucket: string; Key: string } => ({ Bucket: settings.bucket, Key: `${settings.prefix}${name}` })
  return {
    // An upload in parts appears with its last request, or never.
    write: (name, content) => uploadTo(client, at(name), content, awayOf, PART).catch(sentence),
    async read(name) {
      const answer = await ask(() => client.send(new GetObjectCommand(at(name)))).catch(sentence)
      if (!answer?.Body) throw new BackupError(`There is no backup s3://${settings.bucket}/${settings.prefix}${name}.`)
      return answer.Body.transformToWebStream()
    },
    async names() {
      const found: string[] = []
      let next: string | undefined
      do {
        const page = await ask(() =>
          client.send(new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: settings.prefix, Delimiter: '/', ContinuationToken: next })),
        ).catch(sentence)
        for (const { Key = '' } of page?.Contents ?? []) found.push(Key.slice(settings.prefix.length))
        next = page?.NextContinuationToken
      } while (next !== undefined)
      return found
    },
    async remove(name) {
      await ask(() => client.send(new DeleteObjectCommand(at(name)))).catch(sentence)
    },
    close: () => client.destroy(),
  }
}
