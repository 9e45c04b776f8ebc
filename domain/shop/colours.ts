/** Colours as `#rrggbb`: contrast as WCAG 2.2 defines it, and OKLCH, in which a colour keeps its hue when it gets lighter or darker. */

export type Oklch = { lightness: number; chroma: number; hue: number }

/** Linear light, 0 to 1, red, green and blue. */
function lightOf(colour: string): [red: number, green: number, blue: number] {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** Relative luminance, 0 to 1. */
export function luminance(colour: string): number {
  const [red, green, blue] = lightOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** https://bottosson.github.io/posts/oklab/ */
export function toOklch(colour: string): Oklch {
  const [red, green, blue] = lightOf(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** The nearest colour that a screen shows: the chroma is reduced until it does. */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  let [low, high] = [0, chroma]
  if (isShown(channelsOf({ lightness, chroma, hue }))) low = chroma
  else
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2
      if (isShown(channelsOf({ lightness, chroma: middle, hue }))) low = middle
      else high = middle
    }
  const hex = channelsOf({ lightness, chroma: low, hue }).map((value) => {
    const light = Math.min(1, Math.max(0, value))
    return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${hex.join('')}`
}

const isShown = (channels: number[]): boolean => channels.every((value) => value >= -0.0005 && value <= 1.0005)

function channelsOf({ lightness, chroma, hue }: Oklch): number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
