/** Checks JSON text before it is parsed. Invalid JSON is left to the parser. */

/** Maximum nesting of arrays and objects: PostgreSQL and JSON.stringify recurse over them. */
export const MAX_JSON_DEPTH = 100

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

/** Counts brackets outside of strings, in one pass over UTF-8. */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (inString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return true
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1
  }
  return false
}

/** Whether the JSON contains U+0000, which PostgreSQL cannot store: raw, or as `\u0000` after an even number of backslashes. */
export function hasNul(json: Uint8Array): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  if (bytes.includes(0)) return true
  for (let at = bytes.indexOf('\\u0000'); at >= 0; at = bytes.indexOf('\\u0000', at + 1)) {
    let start = at
    while (start > 0 && bytes[start - 1] === BACKSLASH) start -= 1
    if ((at - start) % 2 === 0) return true
  }
  return false
}
