/** Uploaded files and issued documents: where a backup reads them, and where a restore puts them. */
import { ReadableStream } from 'node:stream/web'
import type { FileStore } from '#gateway/storage/stores/file-store.ts'
import type { SupabaseProject } from '../supabase-project.ts'
import { BackupError } from './format.ts'

type Bytes = AsyncIterable<Uint8Array>

/** The row of a file in storage.objects. */
export type FileRow = { id: string; bucket_id: string; name: string; version: string | null; type: string | null }

export type Files = {
  /** Null if there is no such file. */
  open(row: FileRow): Promise<{ size: number; body: Bytes } | null>
  put(row: FileRow, size: number, content: Bytes): Promise<void>
  /** Of a restore that failed. */
  remove(row: FileRow): Promise<void>
  /** The files of issued documents, by private.document_files.version. */
  documents: Pick<FileStore, 'open' | 'put' | 'remove'>
  close(): void
}

/** @param documents the store's area of issued documents */
export function filesInStore(store: FileStore, documents: FileStore): Files {
  return {
    open: async ({ version }) => (version === null ? null : store.open(version)),
    async put({ version }, _size, content) {
      if (version === null) throw new BackupError('A file of this backup has no version; nothing was restored.')
      await store.put(content, version)
    },
    remove: async ({ version }) => (version === null ? undefined : store.remove(version)),
    documents,
    close() {
      store.close()
      documents.close()
    },
  }
}

/**
 * Uploads through the API of a Supabase project, whose store is its own. A file that is put makes its row. Documents that are not in the
 * database are in the shop's own place: from before it had the project, or from a backup of another shop.
 */
export function filesOfProject({ url, secretKey }: SupabaseProject, documents: FileStore): Files {
  const headers: Record<string, string> = { apikey: secretKey, ...(secretKey.startsWith('sb_') ? {} : { authorization: `Bearer ${secretKey}` }) }
  const addressOf = ({ bucket_id: bucket, name }: FileRow): string =>
    `${url}/storage/v1/object/${[bucket, ...name.split('/')].map(encodeURIComponent).join('/')}`
  const ask = async (row: FileRow, init: RequestInit & { duplex?: 'half' }): Promise<Response> =>
    fetch(addressOf(row), { ...init, headers: { ...headers, ...(init.headers as Record<string, string> | undefined) } }).catch(() => {
      throw new BackupError('The storage of the Supabase project does not answer.')
    })
  return {
    async open(row) {
      const answer = await ask(row, {})
      if (answer.ok && answer.body) return { size: Number(answer.headers.get('content-length')), body: answer.body as unknown as Bytes }
      await answer.body?.cancel()
      if (answer.status === 404 || answer.status === 400) return null
      throw new BackupError(`The storage of the Supabase project answered ${answer.status}.`)
    },
    async put(row, size, content) {
      const answer = await ask(row, {
        method: 'POST',
        body: ReadableStream.from(content) as never,
        duplex: 'half',
        headers: { 'content-type': row.type ?? 'application/octet-stream', 'content-length': String(size), 'x-upsert': 'true' },
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new BackupError(`The storage of the Supabase project refused a file with ${answer.status}.`)
    },
    async remove(row) {
      const answer = await ask(row, { method: 'DELETE' })
      await answer.body?.cancel()
    },
    documents,
    close: () => documents.close(),
  }
}
