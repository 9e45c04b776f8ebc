/** Draws a square icon: the shop's logo or its initials on the accent colour. */
import { createRequire } from 'node:module'
import { sharp } from '#gateway/storage/sharp.ts'
import { contrast } from '#domain/shop/colours.ts'
import { ICONS } from '#domain/shop/icons.ts'
import type { IconName } from '#domain/shop/icons.ts'

const FONT = createRequire(import.meta.url).resolve('@expo-google-fonts/tiro-devanagari-hindi/400Regular/TiroDevanagariHindi_400Regular.ttf')
const PAPER = '#fbf6f1'

/** `light`, `dark`: the logos for these grounds, as PNG. `accent`: `#rrggbb`. */
export type IconContent = { initials: string; light: Uint8Array | null; dark: Uint8Array | null; accent: string }

export async function drawIcon(name: IconName, { initials, light, dark, accent }: IconContent): Promise<Buffer> {
  const { size, maskable } = ICONS[name]
  const logo = dark ?? light
  // A circle of 80 % of the width has to contain a maskable icon's content.
  const room = Math.round(size * (logo === null ? 0.5 : maskable ? 0.56 : 0.76))
  const background = logo === null || dark !== null ? accent : await groundOf(logo, accent)
  const content = logo === null ? await letters(initials, room) : await fitted(logo, room)
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: content, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const fitted = (logo: Uint8Array, room: number): Promise<Buffer> => sharp(logo).resize({ width: room, height: room, fit: 'inside' }).png().toBuffer()

async function letters(text: string, room: number): Promise<Buffer> {
  // Pango reads markup: a letter is written as its number.
  const escaped = [...text].map((letter) => `&#${letter.codePointAt(0)};`).join('')
  const markup = { text: `<span foreground="${PAPER}">${escaped}</span>`, font: 'Tiro Devanagari Hindi', fontfile: FONT, rgba: true, width: room, height: room }
  return sharp({ text: markup }).resize({ width: room, height: room, fit: 'inside' }).png().toBuffer()
}

/** A logo made for light grounds: on paper if its colours do not stand out on the accent, and on its own ground if it has one. */
async function groundOf(logo: Uint8Array, accent: string): Promise<string> {
  const { data, info } = await sharp(logo).ensureAlpha().resize({ width: 64, height: 64, fit: 'inside' }).raw().toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width * info.height }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)])
  const [corner] = pixels
  if (corner && pixels.every(([, , , alpha = 0]) => alpha > 250)) return colourOf(corner)
  const solid = pixels.filter(([, , , alpha = 0]) => alpha > 128)
  const visible = solid.filter((pixel) => contrast(colourOf(pixel), accent) >= 3)
  return visible.length * 10 >= solid.length * 8 ? accent : PAPER
}

const hex = (value: number): string => value.toString(16).padStart(2, '0')
const colourOf = (pixel: readonly number[]): string => `#${pixel.slice(0, 3).map(hex).join('')}`
