/**
 * A message between processes, cut into notices: PostgreSQL takes less than 8,000 bytes in one. Base64, because a cut
 * through the middle of a character would not be text. A notice is `sender:number:index/count:part`.
 */

const PART = 7800
/** Bytes of unfinished messages that are kept; beyond, a sender died in the middle of one. */
const MAX_UNFINISHED = 4 * 1024 * 1024

export function cut(sender: string, number: number, message: unknown): string[] {
  const text = Buffer.from(JSON.stringify(message)).toString('base64')
  const count = Math.max(1, Math.ceil(text.length / PART))
  return Array.from({ length: count }, (_, index) => `${sender}:${number}:${index}/${count}:${text.slice(index * PART, (index + 1) * PART)}`)
}

export type Joiner = { add(notice: string): { sender: string; message: unknown } | null }

export function createJoiner(): Joiner {
  const unfinished = new Map<string, string[]>()
  let kept = 0
  return {
    add(notice) {
      const match = /^([\w-]+):(\d+):(\d+)\/(\d+):([A-Za-z0-9+/=]*)$/.exec(notice)
      if (!match) return null
      const [, sender = '', number = '', index = '', count = '', part = ''] = match
      const id = `${sender}:${number}`
      const parts = unfinished.get(id) ?? []
      // Notices of one transaction arrive in order: a hole means that the beginning was missed.
      if (Number(index) !== parts.length) {
        unfinished.delete(id)
        return null
      }
      parts.push(part)
      kept += part.length
      if (parts.length < Number(count)) {
        if (kept > MAX_UNFINISHED) {
          unfinished.clear()
          kept = 0
        } else unfinished.set(id, parts)
        return null
      }
      unfinished.delete(id)
      kept -= parts.reduce((sum, one) => sum + one.length, 0)
      try {
        return { sender, message: JSON.parse(Buffer.from(parts.join(''), 'base64').toString('utf8')) as unknown }
      } catch {
        return null
      }
    },
  }
}
