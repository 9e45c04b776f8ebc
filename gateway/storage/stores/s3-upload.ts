/** An upload to S3 whose length is not known before its end: one request if it is short, else in parts. */
import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { Bytes } from './file-store.ts'

/** Bytes of a part: S3 wants at least 5 MiB, and one part at a time is in memory. */
export const PART_BYTES = 8 * 1024 * 1024

type Place = { Bucket: string; Key: string }

/** Pieces of `most` bytes, the last one shorter; at least one, which may be empty. */
async function* partsOf(content: Bytes, most: number): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    let rest = chunk
    while (size + rest.byteLength > most) {
      const fits = most - size
      yield { part: Buffer.concat([...chunks, rest.subarray(0, fits)]), isLast: false }
      rest = rest.subarray(fits)
      chunks = []
      size = 0
    }
    chunks.push(rest)
    size += rest.byteLength
  }
  yield { part: Buffer.concat(chunks), isLast: true }
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64')

/**
 * Stores the whole content or nothing: an upload in parts is aborted when anything fails. The store verifies each part by its MD5.
 *
 * @param partBytes of which S3 takes 10,000: 78 GB by default
 * @param toError makes the error of a failed request; errors of `content` pass unchanged
 */
export async function uploadTo(client: S3Client, place: Place, content: Bytes, toError: (error: unknown) => Error, partBytes = PART_BYTES): Promise<void> {
  const ask = async <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw toError(error)
    })
  const done: CompletedPart[] = []
  let upload: string | undefined
  try {
    for await (const { part, isLast } of partsOf(content, partBytes)) {
      if (isLast && upload === undefined) {
        const sha256 = createHash('sha256').update(part).digest('hex')
        await ask(client.send(new PutObjectCommand({ ...place, Body: part, ContentLength: part.byteLength, ContentMD5: md5(part), Metadata: { sha256 } })))
        return
      }
      upload ??= (await ask(client.send(new CreateMultipartUploadCommand(place)))).UploadId
      const PartNumber = done.length + 1
      const { ETag } = await ask(
        client.send(new UploadPartCommand({ ...place, UploadId: upload, PartNumber, Body: part, ContentLength: part.byteLength, ContentMD5: md5(part) })),
      )
      done.push({ ETag, PartNumber })
    }
    await ask(client.send(new CompleteMultipartUploadCommand({ ...place, UploadId: upload, MultipartUpload: { Parts: done } })))
  } catch (error) {
    // If this fails too, the bucket's rule for incomplete uploads removes the parts.
    if (upload !== undefined) await client.send(new AbortMultipartUploadCommand({ ...place, UploadId: upload })).catch(() => undefined)
    throw error
  }
}
