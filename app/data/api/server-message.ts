import * as say from '#words/data.ts'

/**
 * The server's own message, or `otherwise` when there was no response: a failed fetch arrives as 'TypeError: Failed to fetch', which
 * means nothing to a buyer.
 */
export function serverMessage(error: unknown, otherwise: string): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
  // Without its session the client sends the request as a visitor, and the server refuses it.
  if (/^permission denied|^JWT|^Auth session missing/i.test(message)) return say.sessionEnded
  return message === '' || /^TypeError|^AbortError|^FetchError|failed to fetch|load failed|network/i.test(message) ? otherwise : message
}
