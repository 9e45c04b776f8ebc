/**
 * Splits a message between processes into NOTIFY payloads, which PostgreSQL limits to less than 8,000 bytes. Base64, because
 * splitting within a UTF-8 character would not be valid text. A payload is `sender:number:index/count:part`.
 */

const PART = 7800
/** Bytes of incomplete messages that are buffered; beyond, a sender must have died in the middle of one. */
const MAX_UNFINISHED = 4 * 1024 * 1024

export function split(sender: string, number: number, message: unknown): string[] {
  const text = Buffer.from(JSON.stringify(message)).toString('base64')
  const count = Math.max(1, Math.ceil(text.length / PART))
  return Array.from({ length: count }, (_, index) => `${sender}:${number}:${index}/${count}:${text.slice(index * PART, (index + 1) * PART)}`)
}

export type Assembler = { add(notice: string): { sender: string; message: unknown } | null }

export function createAssembler(): Assembler {
  const unfinished = new Map<string, string[]>()
  let buffered = 0
  return {
    add(notice) {
      const match = /^([\w-]+):(\d+):(\d+)\/(\d+):([A-Za-z0-9+/=]*)$/.exec(notice)
      if (!match) return null
      const [, sender = '', number = '', index = '', count = '', part = ''] = match
      const id = `${sender}:${number}`
      const parts = unfinished.get(id) ?? []
      // Notifications of one transaction arrive in order: a gap means that the beginning was missed.
      if (Number(index) !== parts.length) {
        unfinished.delete(id)
        return null
      }
      parts.push(part)
      buffered += part.length
      if (parts.length < Number(count)) {
        if (buffered > MAX_UNFINISHED) {
          unfinished.clear()
          buffered = 0
        } else unfinished.set(id, parts)
        return null
      }
      unfinished.delete(id)
      buffered -= parts.reduce((sum, one) => sum + one.length, 0)
      try {
        return { sender, message: JSON.parse(Buffer.from(parts.join(''), 'base64').toString('utf8')) as unknown }
      } catch {
        return null
      }
    },
  }
}
