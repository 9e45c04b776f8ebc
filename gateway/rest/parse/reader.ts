import { ApiError } from '../../core/errors.ts'

/** A cursor over a text being parsed. Errors (PGRST100) name the position and the expected token. */
export class Reader {
  readonly text: string
  readonly #what: string
  at = 0

  constructor(text: string, what: string) {
    this.text = text
    this.#what = what
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  startsWith(part: string): boolean {
    return this.text.startsWith(part, this.at)
  }

  take(part: string): boolean {
    if (!this.startsWith(part)) return false
    this.at += part.length
    return true
  }

  expect(part: string): void {
    if (!this.take(part)) this.fail(JSON.stringify(part))
  }

  /** `pattern` must be sticky. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) return null
    this.at += found.length
    return found
  }

  rest(): string {
    const rest = this.text.slice(this.at)
    this.at = this.text.length
    return rest
  }

  expectEnd(): void {
    if (!this.done) this.fail('end of input')
  }

  fail(expecting: string): never {
    const found = this.done ? 'end of input' : JSON.stringify(this.text[this.at])
    throw new ApiError(400, 'PGRST100', `"failed to parse ${this.#what} (${this.text})" (line 1, column ${this.at + 1})`, {
      details: `unexpected ${found} expecting ${expecting}`,
    })
  }
}

const NAME = /(?:[\p{L}\p{M}\p{N}_$ ]|-(?!>))+/uy
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"/uy

/** `"…"` with backslash escapes, or null if there is no quote here. */
export function readQuoted(reader: Reader): string | null {
  if (!reader.startsWith('"')) return null
  const quoted = reader.match(QUOTED)
  if (quoted === null) reader.fail('a closing quote')
  return quoted.slice(1, -1).replace(/\\([\s\S])/gu, '$1')
}

/** A field, relation or alias name: letters, digits, `_ $` and space, `-` unless part of an arrow, or a quoted name. */
export function readName(reader: Reader): string {
  const quoted = readQuoted(reader)
  if (quoted !== null) return quoted === '' ? reader.fail('a name') : quoted
  const name = reader.match(NAME)?.trim()
  return name ? name : reader.fail('a field name: letters, digits, "_", "$", "-" or a quoted name')
}

/** Limits recursion, so that hostile nesting gets an error instead of overflowing the stack. */
export function checkDepth(reader: Reader, depth: number, most: number): void {
  if (depth > most) reader.fail(`at most ${most} levels of nesting`)
}
