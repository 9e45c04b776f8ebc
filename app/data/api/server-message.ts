import * as say from '#words/data.ts'

/**
 * The server's own sentence, or the given one when there was no answer: a failed fetch reaches us as
 * 'TypeError: Failed to fetch', which says nothing to a buyer.
 */
export function serverMessage(error: unknown, otherwise: string): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
  // Without its session the client asks as a visitor, and is refused as one.
  if (/^permission denied|^JWT|^Auth session missing/i.test(message)) return say.sessionEnded
  return message === '' || /^TypeError|^AbortError|^FetchError|failed to fetch|load failed|network/i.test(message) ? otherwise : message
}
