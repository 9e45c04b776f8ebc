/**
 * Limits the size and nesting of every body before a service parses it, so that no request exhausts memory or stack. Reading
 * stops at the first byte beyond the limit of the body, of its network, or of all networks together.
 */
import { ReadableStream } from 'node:stream/web'
import { hasNul, isTooDeep, MAX_JSON_DEPTH } from './core/json-bounds.ts'

/** Bytes of all bodies in memory, and of those of one network. */
const MAX_HELD = 128 * 1024 * 1024
const MAX_HELD_PER_NETWORK = 64 * 1024 * 1024
/** Up to this declared length in bytes, a body is read in one piece, which is faster, and counted afterwards. */
const SMALL = 64 * 1024

type Refusal = { status: number; code: string; message: string; retryAfter?: number }
const REFUSALS = {
  large: { status: 413, code: 'request_too_large', message: 'The request body is too large' },
  deep: { status: 400, code: 'bad_json', message: `The JSON body is nested more than ${MAX_JSON_DEPTH} levels deep` },
  nul: { status: 400, code: 'bad_json', message: 'Text must not contain the character U+0000' },
  cut: { status: 400, code: 'bad_request', message: 'The request ended before its body was complete' },
  busy: { status: 503, code: 'over_capacity', message: 'Too many large requests at once: try again in a moment', retryAfter: 5 },
} satisfies Record<string, Refusal>

/** A refused body; refuseBody converts it to the format of the service. */
export class BodyRefused extends Error {
  readonly refusal: Refusal

  constructor(reason: keyof typeof REFUSALS) {
    super(REFUSALS[reason].message)
    this.refusal = REFUSALS[reason]
  }
}

/** One request's part of the memory for bodies. `reserve` throws BodyRefused when a limit is reached. */
export type BodyShare = { reserve(bytes: number): void; release(): void }

/** Counts the bytes of bodies in memory. `network` null is exempt from the limit per network, not from the total. */
export function createBodyBudget(most = MAX_HELD, mostPerNetwork = MAX_HELD_PER_NETWORK): { open(network: string | null): BodyShare; readonly held: number } {
  const networks = new Map<string, number>()
  let held = 0
  return {
    get held() {
      return held
    },
    open(network) {
      let own = 0
      const count = (bytes: number): void => {
        own += bytes
        held += bytes
        if (network === null) return
        const sum = (networks.get(network) ?? 0) + bytes
        if (sum > 0) networks.set(network, sum)
        else networks.delete(network)
      }
      return {
        reserve(bytes) {
          count(bytes)
          if (held > most || (network !== null && (networks.get(network) ?? 0) > mostPerNetwork)) throw new BodyRefused('busy')
        },
        release: () => count(-own),
      }
    },
  }
}

/** The chunks of a body up to `limit` bytes; throws BodyRefused at the first byte beyond. */
export async function* chunksOf(request: Request, limit: number, share?: BodyShare): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyRefused('large')
  if (!request.body) return
  let size = 0
  const chunks = request.body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch(cut)
      if (done) return
      size += value.byteLength
      if (size > limit) throw new BodyRefused('large')
      share?.reserve(value.byteLength)
      yield value
    }
  } finally {
    await chunks.return?.().catch(() => undefined)
  }
}

/** A read error means that the client disconnected: not a failure of this server. */
function cut(error: unknown): never {
  throw error instanceof BodyRefused ? error : new BodyRefused('cut')
}

/** Reads a body of at most `limit` bytes; stops and throws BodyRefused beyond. */
export async function readBytes(request: Request, limit: number, share?: BodyShare): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared <= Math.min(limit, SMALL)) {
    // node:http never reads more than the declared length.
    const whole = new Uint8Array(await request.arrayBuffer().catch(cut))
    share?.reserve(whole.byteLength)
    return whole
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(request, limit, share)) {
    size += chunk.byteLength
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** The same request with a body stream that fails after `limit` bytes: for files, which are read only after the permission check. */
export function limitStream(request: Request, limit: number, share: BodyShare): Request {
  if (!request.body) return request
  return withBody(request, ReadableStream.from(chunksOf(request, limit, share)) as unknown as BodyInit)
}

/** The same request with its body read and checked. `allowsNul`: whether JSON may contain U+0000, which PostgreSQL cannot store. */
export async function limitBody(request: Request, { limit, allowsNul, share }: { limit: number; allowsNul: boolean; share: BodyShare }): Promise<Request> {
  // Asking one of these for its body would only build a whole Request around it.
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return request
  const bytes = await readBytes(request, limit, share)
  if (mayBeJson(request)) {
    if (isTooDeep(bytes)) throw new BodyRefused('deep')
    if (!allowsNul && hasNul(bytes)) throw new BodyRefused('nul')
  }
  return withBody(request, bytes)
}

function withBody({ url, method, headers, signal }: Request, body: BodyInit): Request {
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' }
  return new Request(url, init)
}

/** Clients omit the content type or send text/plain: every type except those that are certainly not JSON. */
function mayBeJson({ headers }: Request): boolean {
  return !/^(multipart\/|application\/(octet-stream|x-www-form-urlencoded)|image\/|video\/|audio\/)/i.test(headers.get('content-type') ?? '')
}
