/**
 * The files of products' pictures: sent with progress, copied for a duplicate, taken away when nothing shows them
 * (docs/rules.md#pictures).
 */
import { publishableKey } from '../api/publishable-key.ts'
import { loadSupabase } from '../api/supabase.ts'

const BUCKET = 'product_images'
const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp', 'image/avif': 'avif' }

/** A random UUID with the extension of what the bytes are; what the file was called on somebody's disk stays there. */
const newName = (extension: string): string => `${crypto.randomUUID()}${extension === '' ? '' : `.${extension}`}`

/**
 * Sends one picture and answers its `bucket/path`. The client's own upload tells no progress, so this is its request, sent by
 * hand. `onProgress`: 0 to 1.
 *
 * @throws Error with the server's sentence, if it said one
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
    request.onload = () => (request.status < 300 ? resolve() : reject(new Error(messageOf(request.responseText))))
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

/** A file of its own for a duplicate; a picture that lies elsewhere is shown from there by both. @returns its `bucket/path` */
export async function copyPicture(imageUrl: string): Promise<string> {
  const key = keyOf(imageUrl)
  if (key === null) return imageUrl
  const client = await loadSupabase()
  const name = newName(/\.([a-z0-9]{1,5})$/.exec(key)?.[1] ?? '')
  const { error } = await client.storage.from(BUCKET).copy(key, name)
  if (error) throw error
  return `${BUCKET}/${name}`
}

/** A file that could not be removed is no reason to tell that the change failed. */
export async function removeProductFiles(imageUrls: readonly string[]): Promise<void> {
  const keys = imageUrls.flatMap((imageUrl) => keyOf(imageUrl) ?? [])
  if (keys.length === 0) return
  const client = await loadSupabase()
  await client.storage.from(BUCKET).remove(keys)
}

/** Where the picture itself lies, for cutting it. */
export const pictureSource = (imageUrl: string): string => {
  const key = keyOf(imageUrl)
  return key === null ? imageUrl : `/storage/v1/object/public/${BUCKET}/${key.split('/').map(encodeURIComponent).join('/')}`
}

const keyOf = (imageUrl: string): string | null => (imageUrl.startsWith(`${BUCKET}/`) ? imageUrl.slice(BUCKET.length + 1) : null)
