/** Reads HTTP responses off a socket and keeps only the status and one header. */
export type Answer = { status: number; retryAfter: boolean; keepsOpen: boolean }

type Stage = 'head' | 'fixed' | 'chunk-size' | 'chunk' | 'trailers' | 'until-close'

/** Takes bytes and returns the response once it is complete. Throws on anything that is not HTTP. */
export class AnswerReader {
  #stage: Stage = 'head'
  #buffered = Buffer.alloc(0)
  #left = 0
  #answer: Answer | undefined

  readonly #method: () => string

  constructor(method: () => string) {
    this.#method = method
  }

  feed(bytes: Buffer): Answer | undefined {
    let rest = this.#buffered.length > 0 ? Buffer.concat([this.#buffered, bytes]) : bytes
    this.#buffered = Buffer.alloc(0)
    for (;;) {
      if (this.#stage === 'fixed' || this.#stage === 'chunk') {
        const taken = Math.min(this.#left, rest.length)
        this.#left -= taken
        rest = rest.subarray(taken)
        if (this.#left > 0) return undefined
        if (this.#stage === 'fixed') return this.#done()
        this.#stage = 'chunk-size'
      } else if (this.#stage === 'until-close') {
        return undefined
      } else {
        const end = rest.indexOf(this.#stage === 'head' ? '\r\n\r\n' : '\r\n')
        if (end < 0) {
          this.#buffered = Buffer.from(rest)
          return undefined
        }
        const text = rest.subarray(0, end).toString('latin1')
        rest = rest.subarray(end + (this.#stage === 'head' ? 4 : 2))
        if (this.#stage === 'head') {
          if (this.#readHead(text)) return this.#done()
        } else if (this.#stage === 'chunk-size') {
          const size = Number.parseInt(text, 16)
          if (!Number.isFinite(size)) throw new Error(`no chunk size: ${text.slice(0, 40)}`)
          // A chunk ends with its own line break.
          this.#left = size + 2
          this.#stage = size === 0 ? 'trailers' : 'chunk'
        } else if (text === '') {
          return this.#done()
        }
      }
    }
  }

  /** Call when the connection has ended: a response without a length is complete then. */
  end(): Answer | undefined {
    return this.#stage === 'until-close' ? this.#done() : undefined
  }

  #readHead(head: string): boolean {
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1])
    if (!status) throw new Error(`no answer of HTTP: ${head.slice(0, 60)}`)
    if (status === 100) return false
    const lower = head.toLowerCase()
    const closes = /\r\nconnection: *close/.test(lower) || status === 101
    this.#answer = { status, retryAfter: lower.includes('\r\nretry-after:'), keepsOpen: !closes }
    if (this.#method() === 'HEAD' || status === 204 || status === 304 || status === 101) return true
    const length = /\r\ncontent-length: *(\d+)/.exec(lower)?.[1]
    if (lower.includes('\r\ntransfer-encoding: chunked')) this.#stage = 'chunk-size'
    else if (length === undefined) this.#stage = 'until-close'
    else {
      this.#left = Number(length)
      this.#stage = 'fixed'
      return this.#left === 0
    }
    return false
  }

  #done(): Answer | undefined {
    const answer = this.#answer
    this.#answer = undefined
    this.#stage = 'head'
    this.#left = 0
    return answer
  }
}
