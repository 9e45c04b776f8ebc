/** Files pass through in pieces: parts of them, files in several parts, uploads that end early (docs/decisions/0105-file-stores.md). */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEYS } from '../testing/gateway.ts'
import { openTestStorage, type StoreKind, type TestStorage } from '../testing/storage.ts'

const MB = 1024 * 1024

describe.each<StoreKind>(['folder', 's3'])('files in a store of the kind %s', (kind) => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await openTestStorage(kind)
  })
  afterAll(() => storage.close())

  const headers = { apikey: KEYS.secretKey }
  const read = (key: string, more: Record<string, string> = {}) =>
    storage.shop.fetch(`/storage/v1/object/documents/${key}`, { headers: { ...headers, ...more } })
  const send = (key: string, body: BodyInit, signal?: AbortSignal) =>
    storage.shop.fetch(`/storage/v1/object/documents/${key}`, { method: 'POST', headers, body, signal, duplex: 'half' } as RequestInit)

  test('a file of several parts comes back unchanged', async () => {
    const bytes = randomBytes(19 * MB + 7)
    expect((await send('large.bin', new Blob([bytes]).stream())).status).toBe(200)
    const answer = await read('large.bin')
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('a part of a file is sent alone', async () => {
    await send('ten.txt', '0123456789')
    const part = async (range: string, more: Record<string, string> = {}) => {
      const answer = await read('ten.txt', { range, ...more })
      return [answer.status, answer.headers.get('content-range'), answer.headers.get('content-length'), await answer.text()]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '3', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '3', '789'])
    expect(await part('bytes=-2')).toEqual([206, 'bytes 8-9/10', '2', '89'])
    expect(await part('bytes=5-99')).toEqual([206, 'bytes 5-9/10', '5', '56789'])
    for (const whole of ['bytes=4-2', 'bytes=0-1,4-5', 'bytes=-', 'lines=1-2']) expect(await part(whole), whole).toEqual([200, null, '10', '0123456789'])
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', null, ''])
    const etag = (await read('ten.txt')).headers.get('etag') ?? ''
    expect(await part('bytes=1-1', { 'if-range': etag })).toEqual([206, 'bytes 1-1/10', '1', '1'])
    expect(await part('bytes=1-1', { 'if-range': '"other"' })).toEqual([200, null, '10', '0123456789'])
  })

  test.each([1, 12])('an upload that ends after %i MB leaves neither row nor file', async (size) => {
    const before = await storage.storedFiles()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= size) return controller.error(new Error('the phone has lost its network'))
        sent += 1
        controller.enqueue(randomBytes(MB))
      },
    })
    const answer = await send('cut.bin', body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ message: 'The request ended before its body was complete' })
    expect(await storage.storedFiles()).toEqual(before)
    expect(await (await read('cut.bin')).json()).toMatchObject({ statusCode: '404' })
  })

  test('an upload beyond the limit is refused while it is sent, and leaves nothing', async () => {
    const before = await storage.storedFiles()
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => (sent++, controller.enqueue(new Uint8Array(MB))) })
    expect((await send('endless.bin', endless)).status).toBe(413)
    expect(sent).toBeLessThan(60)
    expect(await storage.storedFiles()).toEqual(before)
  })

  test('readers that go away in the middle of a file keep nothing open', async () => {
    await send('left.bin', new Blob([randomBytes(2 * MB)]).stream())
    const open = async () => (await readdir('/proc/self/fd')).length
    const before = await open()
    for (let reader = 0; reader < 100; reader += 1) {
      const body = (await read('left.bin')).body?.getReader()
      await body?.read()
      await body?.cancel()
    }
    await expect.poll(open).toBeLessThan(before + 20)
    expect((await read('left.bin')).status).toBe(200)
  })
})
