/** The response in the error of a refused call of a server function; null: it did not respond. Its body is null unless it is JSON. */
export async function refusedAnswer(failure: unknown): Promise<{ status: number; body: unknown } | null> {
  const response: unknown = (failure as { context?: unknown } | null)?.context
  return response instanceof Response ? { status: response.status, body: await response.json().catch(() => null) } : null
}
