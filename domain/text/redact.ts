/**
 * Removes from a text what no log may contain: tokens, keys, passwords, email addresses, phone numbers. When in doubt, it
 * removes too much: a log without a number still shows what happened.
 */
const REMOVED = '•••'
const SECRET_NAMES =
  'api[-_ ]?key|access[-_ ]?token|refresh[-_ ]?token|provider[-_ ]?token|id[-_ ]?token|token[-_ ]?hash|token|pass[-_ ]?word|passwd|pwd|secret|authorization|cookie|otp|code[-_ ]?verifier|signature'

// Each expression is linear: it consumes what it starts to match, or it is bounded by a small number. A quadratic one would let
// anyone who sends a log stop the server (docs/decisions/0033).
const JWT = /eyJ[\w-]{4,}(?:\.[\w-]*){0,4}/g
const SHOP_KEY = /(?:sb_[a-z]+|shringar_sk)_[\w-]+/gi
const CREDENTIAL = /\b(bearer|basic)(\s+|%20|\+)[^\s"',;)\]}]+/gi
/**
 * `password=…`, `"refresh_token":"…"`, also as JSON within JSON (`\"token\":\"…\"`). An unquoted password may contain spaces, so it
 * ends with its line or the next pair.
 */
const NAMED = new RegExp(`((?:${SECRET_NAMES})[\\w-]{0,64}\\\\{0,8}["']?\\s{0,20}(?:[:=]|%3D)\\s{0,20})(?:\\\\{0,8}"[^"]*"?|'[^']*'?|[^&,;\\n}\\]"']+)`, 'gi')
const EMAIL = /[^\s@"'<>()[\]{},;:=&?/\\|]{1,64}(?:@|%40)[^\s@"'<>()[\]{},;:=&?/\\|]{1,255}/g
/** Ten or more digits, grouped or not: also account numbers and others longer than a phone number. Not within a word, such as an id. */
const LONG_NUMBER = /(?<![\w.-])\+?\(?\d(?:[ ().-]{0,2}\d){9,}/g

/** Longer texts are cut before the search, so that the work of one call is bounded. */
export const LONGEST_REDACTED = 8000

export function redactText(text: string): string {
  return cut(text, LONGEST_REDACTED)
    .replace(JWT, '•token•')
    .replace(SHOP_KEY, '•key•')
    .replace(CREDENTIAL, `$1 ${REMOVED}`)
    .replace(NAMED, `$1${REMOVED}`)
    .replace(EMAIL, maskEmail)
    .replace(LONG_NUMBER, hideNumber)
}

/** Cuts before the last word: half an email address or token would not be recognised. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const start = text.slice(0, longest)
  const words = start.search(/\s\S{0,400}$/)
  return `${words > 0 ? start.slice(0, words) : start}…`
}

/** A group of digits that continues as a word is not part of the number: '98200 12345 4b' keeps '4b'. */
function hideNumber(found: string, at: number, whole: string): string {
  if (!/^[\w-]/.test(whole.slice(at + found.length, at + found.length + 1))) return '•number•'
  for (let end = found.length - 1; end > 0; end -= 1) {
    if (!/\d/.test(found.charAt(end - 1)) || !' ().'.includes(found.charAt(end))) continue
    return found.slice(0, end).replace(/\D/g, '').length >= 10 ? `•number•${found.slice(end)}` : found
  }
  return found
}

/** 'meera@looks.example' → 'm•••@l•••': enough to recognise one's own address, too little to write to it. */
export function maskEmail(address: string): string {
  const [name = '', host = ''] = address.split(/@|%40/)
  return `${[...name][0] ?? ''}•••@${[...host][0] ?? ''}•••`
}

const SECRET_KEY = new RegExp(`^(?:.*[-_])?(?:${SECRET_NAMES}|session)s?$`, 'i')
const PERSONAL_KEY = /phone|mobile|^address|full_?name|gstin|pincode/i
const LONGEST_TEXT = 2000
const MOST_ENTRIES = 50
const DEEPEST = 6

/** A copy that can be written as JSON: without secrets and personal fields, with long texts and lists cut, and with cycles and depth limited. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(cut(value, LONGEST_TEXT))
  if (typeof value === 'bigint') return redactText(value.toString())
  if (value === null || typeof value === 'boolean' || typeof value === 'undefined') return value ?? null
  if (typeof value === 'number') return /^\d{10}$/.test(String(value)) ? '•number•' : Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'object') return `[${typeof value}]`
  if (depth >= DEEPEST) return '[deeper]'
  if (value instanceof Error) return redactError(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '[date]' : value.toISOString()
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((one) => redact(one, depth + 1))
  const entries: [string, unknown][] = []
  for (const key of Object.keys(value).slice(0, MOST_ENTRIES)) {
    const kept = SECRET_KEY.test(key) || PERSONAL_KEY.test(key) ? REMOVED : redact(read(value, key), depth + 1)
    entries.push([redactText(key), kept])
  }
  return Object.fromEntries(entries)
}

/** A getter may throw, but logging must not. */
function read(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key]
  } catch {
    return '[unreadable]'
  }
}

export type RedactedError = { name: string; message: string; stack?: string; code?: string }

export function redactError(error: unknown): RedactedError {
  if (typeof error !== 'object' || error === null) return { name: typeof error, message: redactText(String(error)) }
  const text = (key: string): string | undefined => {
    const found = read(error, key)
    return typeof found === 'string' && found !== '' ? (redact(found) as string) : undefined
  }
  const stack = text('stack')
  const code = text('code')
  return { name: text('name') ?? 'Error', message: text('message') ?? '', ...(stack === undefined ? {} : { stack }), ...(code === undefined ? {} : { code }) }
}
