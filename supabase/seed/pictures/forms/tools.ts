import { colour, hex, tone } from '../colour.ts'
import type { Colour } from '../colour.ts'
import { metalColour } from '../ink.ts'
import type { Ink } from '../ink.ts'
import { label, mark } from '../label.ts'
import type { Form, Pack } from '../pack.ts'
import { can, line, path, rect, shadow } from '../shapes.ts'

function head(ink: Ink, x: number, y: number, reach: number, root: number, length: number, c: Colour, count: number): string {
  let hair = ''
  for (let k = 0; k < count; k += 1) {
    const u = ink.random() * 2 - 1
    const [x0, x1] = [x + u * root, x + u * reach]
    const top = y - length + Math.abs(u) ** 2.2 * length * 0.4 + ink.random() * 10
    const l = c.l + ink.random() * 22 - Math.max(0, u) * 12
    hair += `<path d="M${x0.toFixed(1)} ${y}Q${(x0 + (x1 - x0) * 0.8).toFixed(1)} ${(y - length * 0.44).toFixed(1)} ${x1.toFixed(1)} ${top.toFixed(1)}" stroke="${hex({ ...c, l })}" stroke-width="${(2 + ink.random() * 2).toFixed(1)}" fill="none" stroke-linecap="round"/>`
  }
  return hair
}

/** A brush cannot be upright by itself: such sets are in a cup. */
const cup = (ink: Ink): string => path(can(0, 0, 250, 270, 22), ink.metal('gold')) + line('M-125 -200A125 22 0 0 0 125 -200M-125 -60A125 22 0 0 0 125 -60', '#5a3a12', 3, 0.35)

/** Three brushes; shape 1 is a single kabuki, upright, shape 2 a set of five. Seen from above they lie in a row. */
export const brushes: Form = (ink, pack) => {
  if (pack.shape % 3 === 1) {
    const art = shadow(ink, 0, 0, 110) + head(ink, 0, -196, 176, 92, 300, pack.accent, 520) +
      path('M-104 -190Q0 -160 104 -190L92 -150H-92Z', ink.metal(pack.metal)) + path('M-92 -152C-112 -100 -116 -30 -104 -12A104 20 0 0 0 104 -12C116 -30 112 -100 92 -152A92 14 0 0 1 -92 -152Z', ink.cylinder(pack.body, 0.95)) +
      rect(-76, -128, 18, 96, 9, ink.gleam(0.6)) + label(pack, { y: -96, width: 150, ink: pack.body.l > 58 ? hex(colour(pack.body.h, 36, 20)) : '#fbe9c8', scale: 0.5, rule: false })
    return { art, width: 350, height: 500, foot: 110 }
  }
  const many = pack.shape % 3 === 2 ? 5 : 3
  const lying = ink.look.view === 'top'
  let art = ''
  for (let q = 0; q < many; q += 1) {
    const x = (q - (many - 1) / 2) * (lying ? (many === 5 ? 130 : 186) : 84)
    const turn = lying ? [-5, 3, -2, 6, -4][q] ?? 0 : (q - (many - 1) / 2) * 9
    const tall = [0, 50, 100, 40, 10][q] ?? 0
    const w = 34 + (q % 3) * 4
    const y = -440 - tall * 0.6
    const reach = many === 5 ? 30 + ((q * 2) % 5) * 8 : 45 + q * 12
    art += `<g transform="rotate(${turn} ${x} -60)">` + path(`M${x - w * 0.6} ${y + 120}L${x - w * 0.45} -30Q${x} 12 ${x + w * 0.45} -30L${x + w * 0.6} ${y + 120}Z`, ink.cylinder(pack.body, 0.95)) +
      rect(x - w * 0.34, y + 130, 9, -y - 200, 4, ink.gleam(0.7)) + path(`M${x - w * 0.8} ${y}L${x - w * 0.62} ${y + 126}H${x + w * 0.62}L${x + w * 0.8} ${y}Z`, ink.metal(pack.metal)) +
      line(`M${x - w * 0.76} ${y + 30}h${w * 1.52}M${x - w * 0.74} ${y + 42}h${w * 1.48}`, '#000000', 2, 0.2) + head(ink, x, y + 14, reach, w * 0.72, 140 + (q % 2) * 20, pack.accent, 170) +
      `<g transform="rotate(-90 ${x + 5} ${y + 250})">${mark(pack.brand, x + 5, y + 251, 120, 18, pack.body.l > 58 ? hex(colour(pack.body.h, 30, 26)) : '#f5deb0')}</g></g>`
  }
  if (!lying) art = shadow(ink, 0, 0, 120) + art + cup(ink)
  return { art, width: many * 130, height: 680, foot: many * 62 }
}

/** Comb: 0 wide wooden, 1 a tail comb of horn; teeth down, leaning a little. */
export const comb: Form = (ink, pack) => {
  const wood = ink.linear([[0, hex(tone(pack.body, 14))], [0.4, hex(pack.body)], [1, hex(tone(pack.body, -14))]], [0, 0], [0.3, 1])
  const teeth = Array.from({ length: 19 }, (_, k) => {
    const x = -242 + k * 26
    const length = 150 - Math.abs(k - 9) * 3
    return path(`M${x} -140h15l-3 ${length}q-4 10 -8 0z`, wood)
  }).join('')
  const woodLines = Array.from({ length: 6 }, (_, k) => line(`M-250 ${-176 - k * 14}C-120 ${-196 - k * 16} 60 ${-160 - k * 12} 250 ${-184 - k * 12}`, hex(tone(pack.body, -18)), 2, 0.3)).join('')
  const spine = 'M-262 -134C-270 -200 -240 -252 -150 -262C-50 -276 60 -276 150 -262C240 -252 270 -200 262 -134Z'
  const art = shadow(ink, 0, 6, 240, 0.5) + `<g transform="translate(0 -12) rotate(-5)">${teeth}${path(spine, wood)}<g clip-path="${ink.clip(spine)}">${woodLines}</g>${line('M-236 -210C-200 -244 -60 -256 60 -254', '#ffffff', 5, 0.4)}` +
    label(pack, { y: -214, width: 340, ink: hex(tone(pack.body, -34)), scale: 0.66, rule: false }) + '</g>'
  return { art, width: 540, height: 300, foot: 250 }
}

/** Paddle brush: cushion, pins, and a handle; shape 1 round. */
export const paddle: Form = (ink, pack) => {
  const body = ink.linear([[0, hex(tone(pack.body, 16))], [0.35, hex(pack.body)], [1, hex(tone(pack.body, -16))]], [0, 0], [1, 0.4])
  let pins = ''
  for (let row = 0; row < 11; row += 1) for (let c = 0; c < 8; c += 1) {
    const [x, y] = [-98 + c * 28, -560 + row * 26]
    if (Math.abs(x) / 122 + (Math.abs(y + 430) / 172) ** 3 < 1.02) pins += line(`M${x} ${y}l5 -12`, hex(colour(pack.body.h, 20, 22)), 2.6) + `<circle cx="${x + 5}" cy="${y - 13}" r="5" fill="${hex(metalColour(pack.metal))}"/>`
  }
  const art = `<g transform="translate(40 0) rotate(9)">` + shadow(ink, 0, 0, 50) +
    path('M-150 -430C-150 -560 -110 -622 0 -622C110 -622 150 -560 150 -430C150 -320 120 -268 60 -244C38 -234 34 -210 34 -190L30 -18Q0 10 -30 -18L-34 -190C-34 -210 -38 -234 -60 -244C-120 -268 -150 -320 -150 -430Z', body) +
    path('M-122 -430C-122 -540 -90 -592 0 -592C90 -592 122 -540 122 -430C122 -330 90 -282 0 -282C-90 -282 -122 -330 -122 -430Z', ink.radial([[0, hex(tone(pack.accent, 12))], [1, hex(tone(pack.accent, -12))]], 0.4, 0.35, 0.8)) + pins +
    rect(-22, -180, 9, 140, 4, ink.gleam(0.6)) + `<g transform="rotate(-90 4 -120)">${label({ ...pack, size: '' }, { x: 4, y: -124, width: 150, ink: pack.body.l > 58 ? hex(colour(pack.body.h, 36, 20)) : '#fbe9c8', scale: 0.44, rule: false })}</g></g>`
  return { art, width: 360, height: 640, foot: 110 }
}

/** Hand mirror with a beaded frame, for lying; the maker's name is engraved in its handle. */
export const mirror: Form = (ink, pack) => {
  const metal = ink.metal(pack.metal)
  const glass = ink.linear([[0, hex(tone(ink.backdrop, 9))], [0.4, hex(tone(ink.backdrop, -14))], [0.52, hex(tone(ink.backdrop, 5))], [1, hex(tone(ink.backdrop, -22))]], [0, 0], [0.8, 1])
  const bead = ink.radial([[0, '#ffffff'], [0.3, hex(tone(pack.body, 20))], [1, hex(tone(pack.body, -16))]], 0.34, 0.3, 0.8)
  const beads = Array.from({ length: 40 }, (_, k) => `<circle cx="${(Math.cos(k * Math.PI / 20) * 176).toFixed(1)}" cy="${(Math.sin(k * Math.PI / 20) * 196).toFixed(1)}" r="10" fill="${bead}"/>`).join('')
  const art = `<g transform="translate(-30 0) rotate(-8)">` + shadow(ink, 0, 0, 44) + path('M-30 -250C-22 -190 -34 -120 -30 -44C-44 -30 -40 6 0 8C40 6 44 -30 30 -44C34 -120 22 -190 30 -250Z', metal) +
    `<circle cx="0" cy="-206" r="15" fill="${hex(pack.body)}"/><circle cx="-4" cy="-211" r="5" fill="#fff" opacity=".6"/><g transform="translate(0 -436)"><ellipse rx="196" ry="216" fill="${metal}"/><ellipse rx="162" ry="182" fill="${hex(tone(metalColour(pack.metal), -20))}"/>${beads}<ellipse rx="156" ry="176" fill="${glass}"/><path d="M-90 116L20 -170h56L-16 158Z" fill="#fff" opacity=".4"/><path d="M30 160L128 -84h14L58 152Z" fill="#fff" opacity=".22"/></g>` +
    `<g transform="rotate(-90 4 -96)">${mark(pack.brand, 4, -90, 100, 30, '#5a3a12')}</g></g>`
  return { art, width: 420, height: 650, foot: 120 }
}

const card = (ink: Pack['accent'], w: number, h: number): string => rect(-w / 2, -h, w, h, 12, hex(colour(ink.h, 38, 95)))

/** Tools on a backing card: 0 tweezers, 1 hair pins. */
export const carded: Form = (ink, pack) => {
  const [w, h] = [360, 560]
  const metal = ink.metal(pack.metal)
  const piece = pack.shape === 0
    ? `<g transform="translate(0 -50) rotate(6) scale(.92)">${path('M-30 -8C-40 -120 -30 -260 -6 -330L0 -346L0 -330C-8 -240 -10 -120 -10 -8Z', metal)}${path('M30 -8C40 -120 30 -260 6 -330L0 -346L0 -330C8 -240 10 -120 10 -8Z', metal)}${rect(-34, -26, 68, 34, 10, hex(pack.body))}</g>`
    : Array.from({ length: 6 }, (_, k) => `<g transform="translate(${-115 + k * 46} -70)">${line('M-9 0V-230a9 9 0 0 1 18 0V-14q0 12 8 14', k % 2 ? hex(pack.body) : hex(metalColour(pack.metal)), 6)}<circle cx="0" cy="-246" r="16" fill="${ink.radial([[0, '#ffffff'], [0.4, hex(tone(pack.body, 26))], [1, hex(tone(pack.body, -4))]], 0.35, 0.3, 0.8)}"/></g>`).join('')
  const art = shadow(ink, 0, 0, w / 2, 0.6) + `<g transform="rotate(-3)">` + card(pack.accent, w, h) + line(`M${-w / 2 + 12} ${-h + 12}H${w / 2 - 12}V-12H${-w / 2 + 12}Z`, hex(colour(40, 46, 60)), 2, 0.8) +
    `<circle cx="0" cy="${-h + 32}" r="13" fill="${hex(tone(ink.backdrop, -10))}"/>` + label(pack, { y: -h + 96, width: w - 70, ink: hex(colour(pack.accent.h, 40, 22)), scale: 0.64 }) + `<g filter="url(#lift)">${piece}</g></g>`
  return { art, width: w, height: h, foot: w / 2 }
}

/** Blending sponges: one standing, one leaning, in the accent colour. */
export const sponges: Form = (ink, pack) => {
  const drop = (x: number, y: number, scale: number, c: Colour, turn: number): string => {
    const fill = ink.radial([[0, hex(tone(c, 18))], [0.5, hex(c)], [1, hex(tone(c, -22))]], 0.36, 0.32, 0.8)
    let pores = ''
    for (let k = 0; k < 60; k += 1) pores += `<circle cx="${ink.between(-90, 90).toFixed(1)}" cy="${ink.between(-190, -20).toFixed(1)}" r="${ink.between(1, 2.6).toFixed(1)}" fill="#000" opacity=".12"/>`
    return shadow(ink, x, y, 100 * scale) + `<g transform="translate(${x} ${y}) scale(${scale}) rotate(${turn})">${path('M0 -330C40 -300 140 -190 132 -96C124 -26 62 4 0 4C-62 4 -124 -26 -132 -96C-140 -190 -40 -300 0 -330Z', fill)}${pores}</g>`
  }
  const [first, second, third] = pack.shades
  const art = drop(-60, -10, 1.1, first ?? pack.body, 0) + drop(150, 10, 0.86, second ?? tone(pack.body, 10), 12) + (third ? drop(-214, 30, 0.66, third, -14) : '') +
    label(pack, { x: -60, y: -150, width: 190, ink: '#ffffff', scale: 0.72 })
  return { art, width: 560, height: 380, foot: 240 }
}

