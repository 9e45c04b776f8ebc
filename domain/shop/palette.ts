/** The shop's own colours: which are readable, and the shades that pages, mails and documents make of them. */
import { contrast, fromOklch, luminance, toOklch } from './colours.ts'

/** The darkest light ground on which words in the accent stand, the hero's on a phone. */
const GROUND = '#eed6de'
/** WCAG 2.2 AA for text. */
export const LEAST_CONTRAST = 4.5
/** The largest relative luminance at which a colour is readable on every light ground and white is readable on it; also a check of `settings`. */
export const MOST_LUMINANCE = 0.12

export type Colours = { accent: string | null; second: string | null }

export const isReadable = (colour: string): boolean => luminance(colour) <= MOST_LUMINANCE

/** The contrast on the least favourable ground, for the sentence of a refusal. */
export const leastContrastOf = (colour: string): number => contrast(colour, GROUND)

/** The colour of the same hue, darker, that is readable; the colour itself if it is. */
export function nearestReadable(colour: string): string {
  const own = toOklch(colour)
  return darkened(own.lightness, (lightness) => ({ ...own, lightness }))
}

/** The lightest shade up to `from` that is readable. */
function darkened(from: number, shade: (lightness: number) => Parameters<typeof fromOklch>[0]): string {
  const wished = fromOklch(shade(from))
  if (isReadable(wished)) return wished
  let [low, high] = [0, from]
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2
    if (isReadable(fromOklch(shade(middle)))) low = middle
    else high = middle
  }
  return fromOklch(shade(low))
}

/** The shades of an accent, by the lightness of the default ones (app/ui/theme.css): tints, the accent, and darker grounds for white text. */
export function accentShades(accent: string) {
  const own = toOklch(accent)
  const { lightness, chroma } = own
  const shade = (to: number, most: number) => fromOklch({ ...own, lightness: to, chroma: Math.min(chroma, most) })
  return {
    tint: shade(0.966, 0.014),
    deepTint: shade(0.912, 0.034),
    hoverTint: shade(0.88, 0.045),
    lighter: darkened(lightness + 0.06, (to) => ({ ...own, lightness: to })),
    accent,
    darker: shade(Math.max(0.16, lightness - 0.07), chroma),
    darkest: shade(Math.min(0.26, Math.max(0.12, lightness - 0.16)), 0.09),
  }
}

export function secondShades(second: string) {
  const own = toOklch(second)
  return {
    tint: fromOklch({ ...own, lightness: 0.97, chroma: Math.min(own.chroma, 0.015) }),
    lighter: darkened(own.lightness + 0.05, (to) => ({ ...own, lightness: to })),
    second,
    onDark: fromOklch({ ...own, lightness: 0.8, chroma: Math.min(own.chroma, 0.1) }),
  }
}

/** The declarations that replace the default ones; null: the shop has no colours of its own. */
export function paletteCss(colours: Colours): string | null {
  const list = Object.entries(paletteProperties(colours)).map(([name, value]) => `${name}:${value}`)
  return list.length === 0 ? null : list.join(';')
}

/** Custom properties by their names. */
export function paletteProperties({ accent, second }: Colours): Record<string, string> {
  const shades = accent === null ? null : accentShades(accent)
  const others = second === null ? null : secondShades(second)
  return {
    ...(shades && {
      '--plum-50': shades.tint,
      '--plum-100': shades.deepTint,
      '--plum-500': shades.lighter,
      '--plum-600': shades.accent,
      '--plum-700': shades.darker,
      '--plum-900': shades.darkest,
      '--hero': shades.deepTint,
      '--hero-ink': shades.darkest,
      '--stair-hover': shades.hoverTint,
      '--on-accent': '#ffffff',
    }),
    ...(others && { '--rose-50': others.tint, '--rose-500': others.lighter, '--rose-600': others.second, '--em-on-dark': others.onDark }),
  }
}
