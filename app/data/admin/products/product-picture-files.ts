/** The files of products' pictures: uploaded with progress, copied for a duplicate, removed when no product uses them (docs/rules.md#pictures). */
import { publishableKey } from '../../api/publishable-key.ts'
import { loadSupabase } from '../../api/supabase.ts'

const BUCKET = 'product_images'
/** Keys of a request (gateway/storage/remove.ts). */
const MOST_REMOVED = 1000
const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp', 'image/avif': 'avif' }

/** A random UUID with the extension of the file's type; the file's name on the user's disk is not sent. */
const newName = (extension: string): string => `${crypto.randomUUID()}${extension === '' ? '' : `.${extension}`}`

/**
 * Uploads one picture and returns its `bucket/path`. The client's own upload reports no progress, so this sends the same request
 * itself. `onProgress`: 0 to 1.
 * @throws TypeError if another try may succeed; otherwise Error with the server's sentence, if it sent one
 */
export async function uploadPicture(picture: Blob, onProgress: (part: number) => void): Promise<string> {
  const client = await loadSupabase()
  const { data } = await client.auth.getSession()
  const name = newName(EXTENSIONS[picture.type] ?? '')
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/storage/v1/object/${BUCKET}/${name}`)
    request.setRequestHeader('authorization', ['Bearer', data.session?.access_token ?? publishableKey()].join(' '))
    request.setRequestHeader('apikey', publishableKey())
    request.setRequestHeader('content-type', picture.type)
    request.setRequestHeader('cache-control', '3600')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onload = () => {
      if (request.status < 300) resolve()
      // The shop restarts or has too much to do: like a lost connection, worth another try.
      else if (request.status >= 500 || request.status === 429) reject(new TypeError('Failed to fetch'))
      else reject(new Error(messageOf(request.responseText)))
    }
    request.send(picture)
  })
  return `${BUCKET}/${name}`
}

function messageOf(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message ?? '')
  } catch {
    return ''
  }
}

/** Copies the file for a duplicate; both products share a picture that is stored elsewhere. @returns its `bucket/path` */
export async function copyPicture(imageUrl: string): Promise<string> {
  const key = keyOf(imageUrl)
  if (key === null) return imageUrl
  const client = await loadSupabase()
  const name = newName(/\.([a-z0-9]{1,5})$/.exec(key)?.[1] ?? '')
  const { error } = await client.storage.from(BUCKET).copy(key, name)
  if (error) throw error
  return `${BUCKET}/${name}`
}

/** A file that could not be removed does not make the change fail. */
export async function removeProductFiles(imageUrls: readonly string[]): Promise<void> {
  const keys = imageUrls.flatMap((imageUrl) => keyOf(imageUrl) ?? [])
  if (keys.length === 0) return
  const client = await loadSupabase()
  for (let at = 0; at < keys.length; at += MOST_REMOVED) await client.storage.from(BUCKET).remove(keys.slice(at, at + MOST_REMOVED))
}

/** The address of the original picture, for cropping it. */
export const pictureSource = (imageUrl: string): string => {
  const key = keyOf(imageUrl)
  return key === null ? imageUrl : `/storage/v1/object/public/${BUCKET}/${key.split('/').map(encodeURIComponent).join('/')}`
}

const keyOf = (imageUrl: string): string | null => (imageUrl.startsWith(`${BUCKET}/`) ? imageUrl.slice(BUCKET.length + 1) : null)
