/** Bodies that are complete in memory, beside their responses: the body of a Response is a stream, which would be made only to be read. */
const bodies = new WeakMap<Response, string | Buffer>()

/** Returns the response. `body` is what its stream would give. */
export function noteBody(response: Response, body: string | Buffer): Response {
  bodies.set(response, body)
  return response
}

/** Undefined: only the stream has it. */
export function noted(response: Response): Buffer | undefined {
  const body = bodies.get(response)
  return typeof body === 'string' ? Buffer.from(body) : body
}

export const hasNoted = (response: Response): boolean => bodies.has(response)
