import { inscription } from './inscription.ts'
import type { Pack } from './pack.ts'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A line in Jost, in letters of `size` units. Jost has no rupee sign, and one letter that is missing changes the font of its whole text. */
export function typeset(text: string, x: number, y: number, size: number, more: string): string {
  const rupees = text.startsWith('₹')
  const sign = rupees ? `<text x="${x}" y="${y.toFixed(1)}" font-family="Cormorant Garamond" font-size="${(size * 1.22).toFixed(1)}" ${more}>₹</text>` : ''
  return `${sign}<text x="${x + (rupees ? size * 0.62 : 0)}" y="${y.toFixed(1)}" font-family="Jost" font-size="${size}" ${more}>${escape(rupees ? text.slice(1) : text)}</text>`
}

/** Font size at which `text` fits `width`; capitals of the two fonts are about 0.7 em wide, plus the letter spacing. */
const fitted = (text: string, width: number, wanted: number, spacing: number): number =>
  Math.min(wanted, width / Math.max(1, text.length * (0.66 + spacing)))

type LabelPlace = { y: number; width: number; ink: string; scale?: number; x?: number; rule?: boolean; rotate?: number }

/** The four texts on a pack: brand, a rule, the name on one or two lines, the size. `y` is the brand's baseline. */
export function label(pack: Pack, { x = 0, y, width, ink, scale = 1, rule = true, rotate = 0 }: LabelPlace): string {
  const brand = pack.brand.toUpperCase()
  const brandSize = fitted(brand, width, 62 * scale, 0.06)
  let at = y
  let art = `<text x="${x}" y="${at}" font-family="Cormorant Garamond" font-weight="600" font-size="${brandSize}" letter-spacing="${brandSize * 0.1}">${escape(brand)}</text>`
  if (rule) art += `<path d="M${x - 26 * scale} ${at + 18 * scale}h${52 * scale}" stroke="${ink}" stroke-width="${1.6 * scale}" opacity=".7"/>`
  at += 53 * scale
  if (pack.hindi) {
    art += inscription(pack.hindi, x, at + 4 * scale, 34 * scale, width, ink)
    at += 36 * scale
  }
  for (const text of pack.lines) {
    const size = fitted(text, width, 25 * scale, 0.14)
    art += `<text x="${x}" y="${at}" font-family="Jost" font-weight="500" font-size="${size}" letter-spacing="${size * 0.18}">${escape(text.toUpperCase())}</text>`
    at += 30 * scale
  }
  if (pack.size) {
    const size = fitted(pack.size, width, 19 * scale, 0.14)
    art += `<text x="${x}" y="${at + 4 * scale}" font-family="Jost" font-size="${size}" letter-spacing="${size * 0.14}" opacity=".78">${escape(pack.size.toUpperCase())}</text>`
  }
  return `<g text-anchor="middle" fill="${ink}"${rotate ? ` transform="rotate(${rotate} ${x} ${y})"` : ''}>${art}</g>`
}

/** Only the brand, for small pieces. */
export function mark(text: string, x: number, y: number, width: number, size: number, ink: string, rotate = 0): string {
  const word = text.toUpperCase()
  const fit = fitted(word, width, size, 0.12)
  return `<text x="${x}" y="${y}" text-anchor="middle" font-family="Cormorant Garamond" font-weight="600" font-size="${fit}" letter-spacing="${fit * 0.12}" fill="${ink}"${rotate ? ` transform="rotate(${rotate} ${x} ${y})"` : ''}>${escape(word)}</text>`
}
