/**
 * Money is an integer number of paise everywhere in TypeScript. Rupees exist only in the API (JSON numbers with
 * two decimals), in the database (`numeric(12,2)`, which REST returns as text or number) and on the screen.
 */
export type Paise = number

/** An exact decimal: `digits / 10^scale`. */
export type Decimal = { digits: bigint; scale: number }

const DECIMAL = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:e([+-]?\d{1,3}))?$/i

/** Reads a number exactly as it is written (1.005 is 1.005, not its nearest binary fraction). Throws RangeError on anything else. */
export function parseDecimal(value: string | number): Decimal {
  const match = DECIMAL.exec(String(value).trim())
  if (!match) throw new RangeError(`Not a decimal number: ${JSON.stringify(value)}`)
  const [whole = '', fraction = ''] = (match[2] ?? '').split('.')
  const exponent = Number(match[3] ?? 0)
  const magnitude = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, exponent - fraction.length))
  return { digits: match[1] === '-' ? -magnitude : magnitude, scale: Math.max(0, fraction.length - exponent) }
}

const PLAIN = /^(\d{1,13})(?:\.(\d\d?))?$/

/**
 * Hundredths of a plain decimal with at most two places, which covers almost every amount and percentage; null for any
 * other. Saves a large cart the BigInt arithmetic of the general case.
 */
export function hundredths(value: string | number): number | null {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e13) return value * 100 // mostly rates
  const match = PLAIN.exec(String(value))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

/**
 * Rupees from the API or a form → paise. More than two decimals are rounded half away from zero, like PostgreSQL's numeric.
 * Throws RangeError on anything that is not a finite number or is too large to be exact.
 */
export function toPaise(rupees: string | number): Paise {
  const plain = hundredths(rupees)
  if (plain !== null) return plain
  const { digits, scale } = parseDecimal(rupees)
  return exactNumber(roundHalfUp(digits * 100n, 10n ** BigInt(scale)))
}

/** Paise → rupees as a JSON number with at most two decimals: 14900 → 149, 14950 → 149.5. */
export function toRupees(paise: Paise): number {
  return Number(toDecimal(paise))
}

/** Paise → text for `numeric(12,2)`: 14900 → '149.00'. */
export function toDecimal(paise: Paise): string {
  const { sign, rupees, rest } = split(paise)
  return `${sign}${rupees}.${rest}`
}

/** Paise → text for people, in Indian grouping: 17963700 → '₹1,79,637.00'. Written by hand so that server and browser never differ. */
export function formatRupees(paise: Paise): string {
  const { sign, rupees, rest } = split(paise)
  return `${sign}₹${groupIndian(rupees)}.${rest}`
}

/** '1234567' → '12,34,567': three digits, then pairs. */
export function groupIndian(digits: string): string {
  const head = digits.slice(0, -3)
  return head === '' ? digits : `${head.replace(/\B(?=(\d{2})+$)/g, ',')},${digits.slice(-3)}`
}

/** numerator ÷ denominator to the nearest integer, halves away from zero. Both must be safe integers, and the denominator positive. */
export function divideHalfUp(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0) {
    throw new RangeError(`Cannot divide ${numerator} by ${denominator} exactly`)
  }
  const magnitude = Math.abs(numerator)
  const remainder = magnitude % denominator // exact on safe integers, unlike the quotient
  const quotient = (magnitude - remainder) / denominator + (remainder >= denominator - remainder ? 1 : 0)
  return numerator < 0 && quotient > 0 ? -quotient : quotient
}

/** amount × part ÷ whole, rounded half up; exact even when the product exceeds the safe integers. */
export function portionOf(amount: Paise, part: number, whole: number): Paise {
  const product = amount * part
  if (Number.isSafeInteger(product)) return divideHalfUp(product, whole)
  return exactNumber(roundHalfUp(BigInt(amount) * BigInt(part), BigInt(whole)))
}

/** The sum of one amount per entry. */
export function sumOf<T>(entries: readonly T[], amount: (entry: T) => Paise): Paise {
  return entries.reduce((sum, entry) => sum + amount(entry), 0)
}

/** n ÷ d, halves away from zero; d is positive. */
export function roundHalfUp(n: bigint, d: bigint): bigint {
  return n < 0n ? -((-n * 2n + d) / (d * 2n)) : (n * 2n + d) / (d * 2n)
}

export function exactNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large an amount`)
  return number
}

function split(paise: Paise): { sign: string; rupees: string; rest: string } {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`Not an amount in paise: ${paise}`)
  const magnitude = Math.abs(paise)
  const rest = magnitude % 100
  return { sign: paise < 0 ? '-' : '', rupees: String((magnitude - rest) / 100), rest: String(rest).padStart(2, '0') }
}
