import type { DemoProduct } from '../../products/product.ts'
import { barcodePath } from '#domain/text/code-128.ts'
import { colour, hex, inkOn, tone } from '../colour.ts'
import { packOf, seedOf, svg } from '../compose.ts'
import { createInk } from '../ink.ts'
import { backRows } from '../legal.ts'
import { typeset } from '../label.ts'
import { line, rect } from '../shapes.ts'
import { room, SIDE, studioOf, tintOf } from '../stage.ts'
import type { Goods, Layers } from './pack.ts'

/** How wide letters of Jost are on average, in parts of their size. */
const LETTER = 0.478

function wrap(text: string, width: number, size: number): string[] {
  const most = Math.floor(width / (size * LETTER))
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + 1 + word.length > most) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

const LEFT = 150
const WIDTH = SIDE - LEFT * 2
const [TOP, BOTTOM] = [70, 1130]
const COLUMN = 232

type Print = { art: string; end: number }

/** The texts from `y` down, in letters of `size` units. */
function print(product: DemoProduct, y: number, size: number, ink: string): Print {
  const inner = WIDTH - 100
  const x = LEFT + 50
  let art = ''
  let at = y
  const say = (text: string, dx: number, weight: number, more = ''): void => {
    art += typeset(text, x + dx, at, size, `font-weight="${weight}" fill="${ink}" ${more}`)
  }
  for (const [heading, text] of [['', product.description], ['Ingredients', product.ingredients], ['How to use', product.howToUse]] as const) {
    if (!text) continue
    if (heading) {
      say(heading.toUpperCase(), 0, 500, 'letter-spacing="2.4"')
      at += size * 1.28
    }
    for (const row of wrap(text, inner, size)) {
      say(row, 0, 400)
      at += size * 1.3
    }
    at += size * 0.6
  }
  art += line(`M${x} ${at - size * 0.7}h${inner}`, ink, 1.6, 0.5)
  at += size * 0.7
  for (const [label, text] of backRows(product)) {
    say(label, 0, 500)
    for (const row of wrap(text, inner - COLUMN, size)) {
      say(row, COLUMN, 400)
      at += size * 1.27
    }
    at += size * 0.16
  }
  return { art, end: at }
}

/** Frame 3: the back of the pack with its legal text, in the words of the product's own page. */
export function backFrame({ sku, category, shot, words }: Goods, product: DemoProduct): Layers {
  const studio = studioOf(words.brand)
  const ink = createInk(seedOf(`${sku} back`), tintOf(category), { view: 'top', gloss: studio.gloss, shadows: 'none' })
  const pack = packOf(shot, words)
  const paper = colour(pack.body.h, 24, 97)
  const letters = hex(colour(pack.body.h, 34, 15))
  const band = 168
  const start = TOP + band + 56
  let size = 33
  let printed = print(product, start, size, letters)
  const code = 118
  while (printed.end > BOTTOM - code - 58 && size > 17) {
    size -= 0.5
    printed = print(product, start, size, letters)
  }
  const panel = rect(LEFT, TOP, WIDTH, BOTTOM - TOP, 10, hex(paper))
  const fold = ink.linear([[0, '#000000', 0.16], [0.05, '#000000', 0.03], [0.16, '#ffffff', 0.25], [0.3, '#ffffff', 0], [0.9, '#000000', 0.02], [1, '#000000', 0.14]])
  const cast = (filter: string, dx: number, dy: number, opacity: number): string => `<g opacity="${opacity}"><g filter="url(#${filter})"><g transform="translate(${studio.lamp === 'left' ? dx : -dx} ${dy})">${panel}</g></g></g>`
  const head = rect(LEFT, TOP, WIDTH, band, 10, hex(pack.body)) + rect(LEFT, TOP + band - 12, WIDTH, 12, 0, hex(tone(pack.accent, 0))) +
    `<text x="${SIDE / 2}" y="${TOP + 84}" text-anchor="middle" font-family="Cormorant Garamond" font-weight="600" font-size="70" letter-spacing="7" fill="${inkOn(pack.body)}">${words.brand.toUpperCase()}</text>` +
    typeset(product.name, SIDE / 2, TOP + 128, Math.min(28, (WIDTH - 80) / (product.name.length * 0.56)), `text-anchor="middle" font-weight="500" fill="${inkOn(pack.body)}"`)
  const bars = `<g transform="translate(${LEFT + 50} ${BOTTOM - code - 24})">${rect(-14, -12, 388, code + 24, 4, '#ffffff')}<path d="${barcodePath(sku, 360, code - 26)}" fill="#111"/><text x="180" y="${code}" text-anchor="middle" font-family="Jost" font-size="22" letter-spacing="5" fill="#111">${sku}</text></g>`
  const amount = `<g transform="translate(${LEFT + WIDTH - 50} ${BOTTOM - 62})">${typeset(product.netQuantity, 0, 0, 50, `text-anchor="end" font-weight="500" fill="${letters}"`)}</g>`
  const sharp = panel + head + printed.art + bars + amount + rect(LEFT, TOP, WIDTH, BOTTOM - TOP, 10, fold)
  return { soft: svg(ink, SIDE, SIDE, room(ink, { ...studio, view: 'top' }) + cast('castsoft', 26, 34, 0.36) + cast('castnear', 6, 9, 0.4)), sharp: svg(ink, SIDE, SIDE, sharp) }
}

/** Every text of a frame, as it is read. */
export const textsOf = (frame: string): string =>
  Array.from(frame.matchAll(/<text [^<>]*>([^<>]*)<\/text>/g), ([, text = '']) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')).join(' ').replaceAll('₹ ', '₹')
