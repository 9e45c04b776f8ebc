/** Bodies of every shape: small and odd, deep, long, badly encoded, and different from what their headers say. */
import type { Random } from './random.ts'

const STRINGS = [
  '',
  ' ',
  'null',
  "' or 1=1 --",
  'Kajal',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '../../keys.json',
  '%2e%2e/',
  '<script>alert(1)</script>',
  '🧴'.repeat(40),
  '1e400',
  '-1',
  '9'.repeat(400),
  'pwd'.repeat(300),
  '<!---->'.repeat(40),
  '((((a+)+)+)+)$',
  'x@y.example',
  `${'a'.repeat(300)}@y.example`,
  '00000000-0000-0000-0000-000000000000',
  '{{7*7}}',
  '=HYPERLINK("http://evil.example")',
] as const

const KEYS = ['email', 'password', 'type', 'token', 'data', 'id', 'prefix', 'limit', 'offset', 'name', '__proto__', 'constructor', 'toString', 'a'] as const

export function oddString(random: Random): string {
  return random.pick(STRINGS)
}

export function oddValue(random: Random, depth = 0): unknown {
  const kind = random.int(depth > 3 ? 6 : 9)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick([0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 31) - 1, 1e-300])
  if (kind < 6) return oddString(random)
  if (kind === 6) return random.some(5, () => oddValue(random, depth + 1))
  return Object.fromEntries(random.some(5, () => [random.pick(KEYS), oddValue(random, depth + 1)]))
}

function deep(random: Random): string {
  const depth = random.pick([50, 200, 1_000, 5_000, 20_000])
  return random.chance(0.5) ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

/** Mostly small; one in a few hundred is large, up to 8 MB. */
export function hostileBody(random: Random, names: readonly string[]): { bytes: Buffer; type: string } {
  const kind = random.int(400)
  if (kind === 0) return { bytes: Buffer.alloc(random.pick([100_000, 1_000_000, 8_000_000]), 0x20), type: 'application/json' }
  if (kind < 3) return { bytes: Buffer.from(`{"a":"${'x'.repeat(random.pick([10_000, 100_000]))}"}`), type: 'application/json' }
  if (kind < 12) return { bytes: Buffer.from(deep(random)), type: 'application/json' }
  if (kind < 20) return { bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), type: 'application/json' }
  if (kind < 40) return { bytes: Buffer.from('{"a":1'), type: 'application/json' }
  if (kind < 50) return { bytes: Buffer.from(`[${'{},'.repeat(random.int(2_000))}{}]`), type: 'application/json' }
  if (kind < 60) return { bytes: Buffer.from('a,b\n1,"2\n3,4'), type: 'text/csv' }
  if (kind < 70) return { bytes: Buffer.from('a=1&a=2&%zz=%'), type: 'application/x-www-form-urlencoded' }
  if (kind < 80)
    return {
      bytes: Buffer.from('--x\r\ncontent-disposition: form-data; name=""; filename="../../x"\r\n\r\nGIF89a\r\n--x'),
      type: 'multipart/form-data; boundary=x',
    }
  if (kind < 86) return { bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<!---->'.repeat(30)}`), type: 'image/svg+xml' }
  const named = Object.fromEntries(names.map((name) => [name, oddValue(random)]))
  const value = names.length > 0 && random.chance(0.7) ? named : oddValue(random)
  return {
    bytes: Buffer.from(JSON.stringify(value) ?? 'null'),
    type: random.chance(0.9) ? 'application/json' : random.pick(['text/plain', 'application/xml', '', 'a/b; c=d', '*/*']),
  }
}
