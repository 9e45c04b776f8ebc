/** No request may fill the memory: its body is bounded before anybody parses it. */

export class BodyTooLarge extends Error {}

/** Reads at most `limit` bytes and stops reading where more would come. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyTooLarge()
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) throw new BodyTooLarge()
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

/** The request itself where its length is declared and small enough, else one whose body has been read within the limit. */
export async function limitBody(request: Request, limit: number): Promise<Request> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > limit) throw new BodyTooLarge()
  // node:http reads no more than a declared length; a chunked body has none.
  if (!request.body || declared !== null) return request
  return new Request(request.url, { method: request.method, headers: request.headers, signal: request.signal, body: await readBytes(request, limit) })
}
