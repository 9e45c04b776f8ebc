/** PIN codes from one to another, both included. */
export type PinRange = { from: number; to: number }

export const MOST_PIN_RANGES = 200

const filled = (digits: string, by: string) => Number(digits.padEnd(6, by))

/**
 * Reads '400, 4010-4015, 560001': beginnings of PIN codes, and ranges of beginnings of the same length.
 *
 * @returns the first part that is none
 */
export function readPinRanges(text: string): { ok: true; pins: PinRange[] } | { ok: false; part: string } {
  const pins: PinRange[] = []
  for (const part of text.split(/[,;\n]/).map((each) => each.trim())) {
    if (part === '') continue
    const [first = '', last = first, ...more] = part.split(/[-–]/).map((each) => each.trim())
    const sound = more.length === 0 && [first, last].every((each) => /^[1-9]\d{0,5}$/.test(each)) && first.length === last.length
    if (!sound || filled(first, '0') > filled(last, '9')) return { ok: false, part: part.slice(0, 40) }
    pins.push({ from: filled(first, '0'), to: filled(last, '9') })
  }
  return { ok: true, pins }
}

/** As `readPinRanges` reads them, each as short as it can be: '400', '401-403'. */
export function writePinRanges(pins: readonly PinRange[]): string {
  return pins
    .map(({ from, to }) => {
      let [first, last] = [String(from), String(to)]
      while (first.length > 1 && first.endsWith('0') && last.endsWith('9')) [first, last] = [first.slice(0, -1), last.slice(0, -1)]
      return first === last ? first : `${first}-${last}`
    })
    .join(', ')
}
