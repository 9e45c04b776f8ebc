import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { createGatewayDatabase } from './database.ts'
import { createS3Store } from '../storage/stores/s3-store.ts'
import { KEYS, openTestGateway, type TestGateway } from './gateway.ts'
import { openTestS3, type TestS3 } from './s3-server.ts'

export type StoreKind = 'folder' | 's3'

export type TestStorage = {
  shop: TestGateway
  owner: SupabaseClient
  stranger: SupabaseClient
  anonymous: SupabaseClient
  service: SupabaseClient
  /** a JPEG of 400 × 300 pixels with metadata */
  picture: Buffer
  /** The server of the store; null for a folder. */
  s3: TestS3 | null
  /** Runs statements as the owner of the database. */
  prepare(sql: string): Promise<void>
  /** The versions of the files in the store. */
  storedFiles(): Promise<string[]>
  /** Fails if the gateway logged an error. */
  close(): Promise<void>
}

/** A gateway with two buckets: public `pictures` with limits, and private `documents`, in which each user has a folder of their own. */
export async function openTestStorage(kind: StoreKind = 'folder'): Promise<TestStorage> {
  const database = await createGatewayDatabase()
  await database.prepare(`
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('pictures', 'pictures', true, 200000, array['image/*']), ('documents', 'documents', false, null, null);
    create policy "own folder: read" on storage.objects for select to authenticated
      using (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "own folder: write" on storage.objects for insert to authenticated
      with check (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "own folder: change" on storage.objects for update to authenticated
      using (bucket_id = 'documents' and owner_id = (select auth.uid())::text) with check ((storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "own folder: remove" on storage.objects for delete to authenticated
      using (bucket_id = 'documents' and owner_id = (select auth.uid())::text);
  `)
  const s3 = kind === 's3' ? await openTestS3() : null
  const files = s3 ? createS3Store(s3.settings) : undefined
  const shop = await openTestGateway(database, { auth: { autoconfirm: true, bcryptCost: 4, limits: true }, files })
  const inFolder = () => readdir(path.join(shop.storageDir, 'files'), { recursive: true, withFileTypes: true })
  const signedUp = async (email: string): Promise<SupabaseClient> => {
    const client = shop.client()
    expect((await client.auth.signUp({ email, password: 'correct horse' })).error).toBeNull()
    return client
  }
  const [owner, stranger] = await Promise.all([signedUp('owner@example.com'), signedUp('stranger@example.com')])
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#b5485d' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'a person' } })
    .toBuffer()
  return {
    shop,
    owner,
    stranger,
    anonymous: shop.client(),
    service: shop.client({ key: KEYS.secretKey }),
    picture,
    s3,
    prepare: database.prepare,
    storedFiles: async () => (s3 ? s3.files() : (await inFolder()).filter((one) => one.isFile()).map(({ name }) => name)),
    async close() {
      expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
      await shop.close()
      files?.close()
      await s3?.close()
      await database.drop()
    },
  }
}

/** The folder of a user in the bucket `documents`. */
export const own = async (client: SupabaseClient): Promise<string> => (await client.auth.getUser()).data.user?.id ?? ''
export const bytesOf = async (data: Blob | null): Promise<Buffer> => Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
export const blob = (bytes: Buffer, type: string): Blob => new Blob([new Uint8Array(bytes)], { type })
