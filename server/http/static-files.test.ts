import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadStaticFiles, type StaticFiles } from './static-files.ts'

const SCRIPT = 'export const greeting = "नमस्ते";\n'.repeat(60)
const PICTURE = randomBytes(2000)
/** Of another text than SCRIPT: it shows which file is sent. */
const BUILT = brotliCompressSync(`${SCRIPT}// built`)

let folder: string
let files: StaticFiles
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-files-'))
  const root = path.join(folder, 'client')
  await mkdir(path.join(root, 'assets'), { recursive: true })
  await writeFile(path.join(root, 'assets/entry-a1b2.js'), SCRIPT)
  await writeFile(path.join(root, 'assets/shell-c3d4.js'), SCRIPT)
  await writeFile(path.join(root, 'assets/shell-c3d4.js.br'), BUILT)
  await writeFile(path.join(root, 'assets/rose.webp'), PICTURE)
  await writeFile(path.join(root, 'offline.html'), '<p>offline</p>')
  await writeFile(path.join(root, 'blob.unknown'), 'x')
  await writeFile(path.join(folder, 'keys.json'), 'secret')
  files = await loadStaticFiles(root)
})
afterAll(() => rm(folder, { recursive: true }))

test('a script is sent in the client’s encoding and decompresses to the built file', () => {
  const brotli = files.find('/assets/entry-a1b2.js', 'br')
  expect(brotli?.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(brotli?.body ?? '').toString()).toBe(SCRIPT)
  expect(gunzipSync(files.find('/assets/entry-a1b2.js', 'gzip')?.body ?? '').toString()).toBe(SCRIPT)
  expect(files.find('/assets/entry-a1b2.js', 'identity')?.body.toString()).toBe(SCRIPT)
})

test('what the build has compressed is sent as it is, in other encodings decompressed, and has no address of its own', () => {
  expect(files.find('/assets/shell-c3d4.js', 'br')?.body).toEqual(BUILT)
  expect(files.find('/assets/shell-c3d4.js', 'br')?.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br' })
  expect(gunzipSync(files.find('/assets/shell-c3d4.js', 'gzip')?.body ?? '').toString()).toBe(`${SCRIPT}// built`)
  const plain = files.find('/assets/shell-c3d4.js', 'identity')
  expect(plain?.body.toString()).toBe(`${SCRIPT}// built`)
  expect(plain?.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(plain?.headers['content-encoding']).toBeUndefined()
  expect(files.find('/assets/shell-c3d4.js.br', 'br')).toBeUndefined()
})

test('an image is sent uncompressed', () => {
  const picture = files.find('/assets/rose.webp', 'br')
  expect(picture?.body).toEqual(PICTURE)
  expect(picture?.headers).toMatchObject({ 'content-type': 'image/webp' })
  expect(picture?.headers['content-encoding']).toBeUndefined()
})

test('only files named by a content hash are cached permanently', () => {
  expect(files.find('/assets/entry-a1b2.js', 'br')?.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(files.find('/offline.html', 'br')?.headers['cache-control']).toBe('no-cache')
})

test('an HTML file has the headers of all pages; types are not sniffed', () => {
  expect(files.find('/offline.html', 'br')?.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  })
  expect(files.find('/blob.unknown', 'br')?.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': 'application/octet-stream' })
})

test('neither files outside the folder nor the folder itself are found', () => {
  for (const name of [
    '/../keys.json',
    '/..%2fkeys.json',
    '/assets/../../keys.json',
    '//keys.json',
    '/assets',
    '/assets/',
    '/',
    '',
    'assets/rose.webp',
    '/constructor',
    '/__proto__',
  ])
    expect(files.find(name, 'identity'), name).toBeUndefined()
})
