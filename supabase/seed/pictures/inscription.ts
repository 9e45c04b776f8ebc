import { createRequire } from 'node:module'
import sharp from 'sharp'

type Inscription = { data: string; width: number; height: number }

const PIXELS = 80
const drawn = new Map<string, Inscription>()

/**
 * Renders Devanagari words in advance, in white, with Pango: resvg loses the width of a vowel sign inside a word, so that the
 * letters of नारियल overlap. Must run before a label with these words is drawn.
 */
export async function prepareInscriptions(words: Iterable<string>): Promise<void> {
  const fontfile = createRequire(import.meta.url).resolve('@expo-google-fonts/tiro-devanagari-hindi/400Regular/TiroDevanagariHindi_400Regular.ttf')
  for (const word of words) {
    if (word === '' || drawn.has(word)) continue
    const text = { text: `<span foreground="white">${word}</span>`, font: `Tiro Devanagari Hindi ${PIXELS / 2}`, fontfile, rgba: true, dpi: 144 }
    const { data, info } = await sharp({ text }).png().toBuffer({ resolveWithObject: true })
    drawn.set(word, { data: data.toString('base64'), width: info.width, height: info.height })
  }
}

/** The word centred on `x`, about as high as Latin text of the same size on the baseline `y`, at most `width` wide. */
export function inscription(word: string, x: number, y: number, size: number, width: number, ink: string): string {
  const found = drawn.get(word)
  if (!found) throw new Error(`"${word}" was not prepared`)
  const scale = Math.min(size / PIXELS, width / found.width)
  const [w, h] = [found.width * scale, found.height * scale]
  const id = `ink-${ink.slice(1)}`
  return `<filter id="${id}" x="0" y="0" width="1" height="1"><feFlood flood-color="${ink}"/><feComposite operator="in" in2="SourceAlpha"/></filter>` +
    `<image filter="url(#${id})" x="${x - w / 2}" y="${y - size * 0.36 - h / 2}" width="${w}" height="${h}" href="data:image/png;base64,${found.data}"/>`
}
