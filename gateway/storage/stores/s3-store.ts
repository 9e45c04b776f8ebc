/** Files in a bucket of an S3-compatible store. Its client is loaded only with this module: a shop with a folder pays nothing for it. */
import { randomUUID } from 'node:crypto'
import type { ReadableStream } from 'node:stream/web'
import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { isUuid } from '../../core/uuid.ts'
import { relativePath, type Area, type ByteRange, type FileStore, type ListedFile } from './file-store.ts'
import { ask, awayOf, openS3Client, type S3Settings } from './s3-client.ts'
import { uploadTo } from './s3-upload.ts'

const rangeHeader = (range: ByteRange | undefined): { Range?: string } => (range ? { Range: `bytes=${range.start}-${range.end}` } : {})

export function createS3Store(settings: S3Settings, area: Area = 'files'): FileStore {
  const { bucket, prefix } = settings
  const client = openS3Client(settings)
  const root = `${prefix}${area}/`
  const keyOf = (version: string): string => `${root}${relativePath(version)}`
  const at = (version: string): { Bucket: string; Key: string } => ({ Bucket: bucket, Key: keyOf(version) })

  async function list(part: string): Promise<ListedFile[]> {
    const found: ListedFile[] = []
    let next: string | undefined
    do {
      const page = await ask(() => client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `${root}${part}/`, ContinuationToken: next })))
      for (const { Key, Size = 0, LastModified = new Date() } of page?.Contents ?? []) {
        const version = Key?.split('/').at(-1) ?? ''
        if (isUuid(version)) found.push({ version, size: Size, modified: LastModified })
      }
      next = page?.NextContinuationToken
    } while (next !== undefined)
    return found
  }

  return {
    async put(content, version = randomUUID()) {
      await uploadTo(client, at(version), content, awayOf)
      return version
    },
    async open(version, range) {
      const answer = await ask(() => client.send(new GetObjectCommand({ ...at(version), ...rangeHeader(range) })))
      if (!answer?.Body) return null
      return { size: answer.ContentLength ?? 0, body: answer.Body.transformToWebStream() as ReadableStream<Uint8Array> }
    },
    async facts(version) {
      const answer = await ask(() => client.send(new HeadObjectCommand(at(version))))
      return answer && { size: answer.ContentLength ?? 0, sha256: answer.Metadata?.['sha256'] ?? null }
    },
    async copy(version) {
      const made = randomUUID()
      const answer = await ask(() => client.send(new CopyObjectCommand({ ...at(made), CopySource: encodeURI(`${bucket}/${keyOf(version)}`) })))
      return answer && made
    },
    async remove(version) {
      await ask(() => client.send(new DeleteObjectCommand(at(version))))
    },
    list,
    close: () => client.destroy(),
  }
}
