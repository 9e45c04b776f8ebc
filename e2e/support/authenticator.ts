/** An authenticator app (RFC 6238), as a person has it on their phone. */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const STEP_MS = 30_000
const now = (): number => Math.floor(Date.now() / STEP_MS)

function codeAt(secret: string, step: number): string {
  const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))))
    .update(message)
    .digest()
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export type Authenticator = {
  /** Returns a code that was not used before. The shop accepts each code once, so this may wait up to half a minute for the next. */
  next(): Promise<string>
  /** Six digits that are not valid now. */
  wrong(): string
}

/** @param typed the key as a page shows it, in groups */
export function authenticator(typed: string): Authenticator {
  const secret = typed.replaceAll(/\s/g, '')
  let used = 0
  return {
    async next() {
      used = Math.max(used + 1, now())
      // A clock may be half a minute fast.
      while (used > now() + 1) await sleep(250)
      return codeAt(secret, used)
    },
    wrong() {
      const good = [-1, 0, 1].map((away) => codeAt(secret, now() + away))
      return ['000000', '111111', '222222', '333333'].find((code) => !good.includes(code)) ?? ''
    },
  }
}
