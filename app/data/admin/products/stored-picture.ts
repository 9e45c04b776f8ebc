/** Pictures that admins upload to a public bucket under a random UUID (docs/rules.md#pictures). */
import type { SupabaseClient } from '../../api/supabase.ts'

export type PictureBucket = 'category_images' | 'banner_images'
/** What a form asks of a picture. `keep`: it stays; null: it is removed. */
export type PictureChange = 'keep' | File | null

/**
 * Uploads the file, passes its `bucket/path` to `write`, and removes it again when that fails or is refused. Without a file, `write` gets null. The
 * gateway checks the bytes; the name only carries the extension.
 */
export async function withPicture<T>(
  client: SupabaseClient,
  bucket: PictureBucket,
  picture: File | null,
  write: (imageUrl: string | null) => Promise<T>,
): Promise<T> {
  return picture ? withFile(client, bucket, picture, write) : write(null)
}

/** As above, with a file. */
export async function withFile<T>(client: SupabaseClient, bucket: PictureBucket, picture: File, write: (imageUrl: string) => Promise<T>): Promise<T> {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(picture.name)?.[1]?.toLowerCase()
  const name = extension ? `${crypto.randomUUID()}.${extension}` : crypto.randomUUID()
  const { error } = await client.storage.from(bucket).upload(name, picture, { contentType: picture.type })
  if (error) throw error
  const path = `${bucket}/${name}`
  try {
    const written = await write(path)
    if (isRefusal(written)) await removePicture(client, bucket, path)
    return written
  } catch (failure) {
    await removePicture(client, bucket, path)
    throw failure
  }
}

const isRefusal = (written: unknown): boolean => typeof written === 'object' && written !== null && 'ok' in written && written.ok === false

/** Removes only files of the bucket; a picture that could not be removed does not make the change fail. */
export async function removePicture(client: SupabaseClient, bucket: PictureBucket, imageUrl: string | null): Promise<void> {
  if (imageUrl?.startsWith(`${bucket}/`)) await client.storage.from(bucket).remove([imageUrl.slice(bucket.length + 1)])
}
