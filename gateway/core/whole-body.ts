/** Bodies that are complete in memory, beside their responses: the body of a Response is a stream, which would be made only to be read. */
const bodies = new WeakMap<Response, string | Buffer>()

/** Returns the response. `body` is what its stream would give. */
export function keepBody(response: Response, body: string | Buffer): Response {
  bodies.set(response, body)
  return response
}

/** Undefined: only the stream has it. */
export function readKept(response: Response): Buffer | undefined {
  const body = bodies.get(response)
  // Memory of its own: Buffer.from() would hold the whole of Node's shared 8 kB for as long as a cache keeps two bytes.
  return typeof body === 'string' ? Buffer.from(new TextEncoder().encode(body).buffer) : body
}

export const hasKept = (response: Response): boolean => bodies.has(response)
