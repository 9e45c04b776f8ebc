/** A colour as hue (degrees), saturation and lightness (percent). */
export type Colour = { h: number; s: number; l: number }

export const colour = (h: number, s: number, l: number): Colour => ({ h, s, l })

/** Makes a colour lighter or darker (percentage points), optionally with a shift of hue and a change of saturation. */
export const tone = (c: Colour, dl: number, dh = 0, ds = 0): Colour => ({
  h: c.h + dh,
  s: c.s + ds,
  l: Math.max(3, Math.min(98, c.l + dl)),
})

/** `#rrggbb`: resvg renders a fractional hsl() as black, so every colour is written as hex. */
export function hex({ h, s, l }: Colour): string {
  const hue = ((h % 360) + 360) % 360
  const saturation = Math.max(0, Math.min(100, s)) / 100
  const lightness = Math.max(0, Math.min(100, l)) / 100
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number): string => {
    const k = (n + hue / 30) % 12
    const value = lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(255 * value).toString(16).padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

/** The colour of `#rrggbb`, so exact that hex() gives the same text. */
export function fromHex(text: string): Colour {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16) / 255)
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [lightness, spread] = [(most + least) / 2, most - least]
  if (spread === 0) return { h: 0, s: 0, l: lightness * 100 }
  const sextant = most === r ? ((g - b) / spread + 6) % 6 : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4
  return { h: sextant * 60, s: (spread / (1 - Math.abs(2 * lightness - 1))) * 100, l: lightness * 100 }
}

/** The perceived lightness of a colour, 0 to 1 (WCAG relative luminance): a lime of 58 % is far lighter than a violet of 58 %. */
function luminance(c: Colour): number {
  const digits = hex(c)
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The print colour on a pack of this colour: white, or a dark shade of its own hue. */
export const inkOn = (c: Colour): string => (luminance(c) > 0.3 ? hex({ h: c.h, s: 38, l: 17 }) : '#ffffff')
