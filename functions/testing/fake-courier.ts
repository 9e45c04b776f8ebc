/** A fake courier that speaks the protocol of docs/couriers.md. It remembers its parcels, and fails as a test asks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const FAKE_COURIER_KEY = 'fake-courier-key'

/** The beginning of a PDF is all that the shop looks at. */
const LABEL = '%PDF-1.4\n% a label\n'

type Known = { reference: string; tracking_number: string; state: string; text: string; body: Record<string, unknown> }
/** `lost`: the work is done, and the answer never arrives. */
export type FakeMode = 'works' | 'refuses' | 'fails' | 'lost' | 'huge'

export type FakeCourier = {
  url: string
  parcels: Map<string, Known>
  /** How it answers from now on. */
  behave(mode: FakeMode): void
  /** How often each request came: 'PUT', 'GET', 'DELETE'. */
  asked: string[]
  close(): Promise<void>
}

export async function startFakeCourier(): Promise<FakeCourier> {
  const parcels = new Map<string, Known>()
  const asked: string[] = []
  let mode: FakeMode = 'works'
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const [, , key = '', part] = (request.url ?? '').split('/')
      const send = (status: number, body: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      asked.push(request.method ?? '')
      if (request.headers.authorization !== `Bearer ${FAKE_COURIER_KEY}`) return send(401, { error: 'Unknown key' })
      if (mode === 'fails') return send(500, { error: 'Out of order' })
      if (mode === 'huge') return void response.writeHead(200, { 'content-type': 'application/json' }).end('x'.repeat(3_000_000))
      if (mode === 'refuses') return send(422, { error: 'We do not serve this PIN code' })
      const known = parcels.get(key)
      if (request.method === 'PUT') {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
        const made = known ?? { reference: `ref-${parcels.size + 1}`, tracking_number: `SI${1000 + parcels.size}`, state: 'booked', text: 'Booked', body }
        parcels.set(key, made)
        if (mode === 'lost') return void request.socket.destroy()
        return send(known ? 200 : 201, { reference: made.reference, tracking_number: made.tracking_number })
      }
      if (!known) return send(404, { error: 'No such parcel' })
      if (request.method === 'DELETE') {
        if (known.state !== 'booked') return send(409, { error: 'It is on its way' })
        parcels.delete(key)
        if (mode === 'lost') return void request.socket.destroy()
        return void response.writeHead(204).end()
      }
      if (part === 'label') return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(LABEL)
      return send(200, { state: known.state, text: known.text })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    parcels,
    asked,
    behave: (next) => (mode = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
