import { colour, hex, inkOn, tone } from '../colour.ts'
import type { Colour } from '../colour.ts'
import { metalColour } from '../ink.ts'
import type { Ink } from '../ink.ts'
import { label, mark } from '../label.ts'
import type { Form } from '../pack.ts'
import { can, cap, ellipse, line, path, rect, shadow } from '../shapes.ts'

/** Lipstick with its cap beside it; the accent colours the case, the body colours the bullet. Shape 1 has a fluted case. */
export const lipstick: Form = (ink, pack) => {
  const w = 112
  const casing = ink.cylinder(pack.accent, 0.95)
  const metal = ink.metal(pack.metal)
  const bullet = ink.cylinder(pack.body, 0.8)
  const cut = ink.linear([[0, hex(tone(pack.body, 20))], [1, hex(tone(pack.body, -2))]], [0, 0], [1, 1])
  const onCase = pack.accent.l > 58 ? hex(colour(340, 40, 24)) : '#f5deb0'
  const flutes = (cx: number, top: number, bottom: number): string =>
    pack.shape === 1 ? Array.from({ length: 6 }, (_, k) => line(`M${cx - 40 + k * 16} ${top}V${bottom}`, '#000000', 3, 0.16)).join('') : ''
  const art = shadow(ink, -100, 0, w * 0.56) + `<g transform="translate(-100 0)">` +
    path('M-38 -300V-422C-38 -446 6 -520 38 -522V-300Z', bullet) + path('M-36 -420C-34 -446 8 -518 37 -521C34 -480 -2 -414 -36 -420Z', cut) + rect(-26, -408, 11, 110, 5, '#ffffff', 'opacity=".4"') +
    path(can(0, -200, 90, 112, 8), metal) + path(can(0, 0, w, 222, 9), casing) + flutes(0, -190, -16) + rect(-44, -204, 16, 186, 8, ink.gleam(0.6)) + rect(-w / 2, -218, w, 12, 0, metal) +
    mark(pack.brand, 3, -104, 84, 26, onCase) + '</g>' +
    shadow(ink, 96, 0, w * 0.6) + path(can(96, 0, w + 8, 268, 10), casing) + flutes(96, -240, -16) + ellipse(96, -258, w / 2 + 4, 10, hex(tone(pack.accent, 12))) + rect(46, -242, 17, 226, 8, ink.gleam(0.6)) +
    `<g transform="rotate(-90 100 -130)">${label({ ...pack, brand: pack.lines[0] ?? '', lines: pack.lines.slice(1) }, { x: 100, y: -134, width: 190, ink: onCase, scale: 0.5, rule: false })}</g>`
  return { art, width: 330, height: 520, foot: 160 }
}

/** Vial with a wand: liquid colour, gloss, mascara, liner. Shape 1 draws a mascara brush, shape 2 a fine liner. */
export const vial: Form = (ink, pack) => {
  const clear = pack.shape === 0
  const w = 104
  const tubeSide = clear ? ink.cylinder(pack.body, 0.9) : ink.cylinder(pack.accent, 0.95)
  const onTube = (clear ? pack.body : pack.accent).l > 58 ? hex(colour(340, 36, 20)) : '#fff4e0'
  let bristles = ''
  if (pack.shape === 1) for (let k = 0; k < 60; k += 1) {
    const y = -20 - k * 2.1
    const reach = 15 + Math.sin((k / 60) * Math.PI) * 9 + ink.random() * 3
    bristles += line(`M${-reach} ${y + 4}L${reach} ${y - 4}`, hex(colour(pack.body.h, 12, 12 + ink.random() * 8)), 2)
  }
  const tip = pack.shape === 1 ? bristles : pack.shape === 2 ? path('M-6 -150L-1 -10Q0 0 1 -10L6 -150Z', hex(pack.body)) :
    path('M-13 -130C-18 -90 -16 -30 -6 -8Q0 2 6 -8C16 -30 18 -90 13 -130Z', ink.linear([[0, hex(tone(pack.body, -6))], [0.4, hex(tone(pack.body, 14))], [1, hex(tone(pack.body, -10))]]))
  const art = shadow(ink, -92, 0, w * 0.55) + `<g transform="translate(-92 0)">` + path(can(0, 0, w, 360, 9), tubeSide) +
    (clear ? path(can(0, 0, w, 360, 9), ink.linear([[0, '#ffffff', 0.35], [0.16, '#ffffff', 0.05], [0.85, '#ffffff', 0.03], [1, '#ffffff', 0.3]])) : '') +
    rect(-38, -336, 15, 300, 7, ink.gleam(0.7)) + path(can(0, -352, 74, 46, 6), clear ? hex(tone(pack.body, 10)) : ink.metal(pack.metal)) +
    `<g transform="rotate(-90 4 -180)">${label(pack, { x: 4, y: -186, width: 300, ink: onTube, scale: 0.62, rule: false })}</g></g>` +
    `<g transform="translate(112 -10) rotate(10)">${shadow(ink, 0, 8, 34, 0.6)}` + tip + rect(-4, -300, 8, 180, 0, '#d9d3cf') +
    path(can(0, -286, 92, 250, 8), ink.metal(pack.metal)) + rect(-34, -520, 12, 214, 6, '#ffffff', 'opacity=".4"') + '</g>'
  return { art, width: 390, height: 540, foot: 180 }
}

function pan(ink: Ink, x: number, y: number, w: number, h: number, c: Colour, shimmer: boolean): string {
  const face = ink.linear([[0, hex(tone(c, shimmer ? 20 : 8))], [0.5, hex(c)], [1, hex(tone(c, shimmer ? -12 : -5))]], [0, 0], [1, 1])
  let art = rect(x - 3, y - 3, w + 6, h + 6, 9, '#000000', 'opacity=".32"') + rect(x, y, w, h, 7, face) + line(`M${x} ${y + 7}a7 7 0 0 1 7 -7h${w - 14}a7 7 0 0 1 7 7`, '#000000', 3, 0.3)
  if (shimmer) for (let k = 0; k < 60; k += 1) art += `<circle cx="${(x + 4 + ink.random() * (w - 8)).toFixed(1)}" cy="${(y + 4 + ink.random() * (h - 8)).toFixed(1)}" r="${(0.6 + ink.random() * 1.5).toFixed(2)}" fill="#fff" opacity="${(0.2 + ink.random() * 0.6).toFixed(2)}"/>`
  else art += `<rect x="${x + w * 0.25}" y="${y + h * 0.25}" width="${w * 0.5}" height="${h * 0.5}" rx="${Math.min(w, h) * 0.25}" fill="none" stroke="#000" stroke-opacity=".08" stroke-width="2"/>`
  return art
}

/** Palette with its mirror open; shades fill the pans row by row (8: 4×2, 12: 4×3, fewer: one row). */
export const palette: Form = (ink, pack) => {
  const count = pack.shades.length
  const rows = count > 8 ? 3 : count > 4 ? 2 : 1
  const columns = Math.ceil(count / rows)
  const [w, h] = [580, rows === 1 ? 240 : rows === 2 ? 330 : 400]
  const box = ink.linear([[0, hex(tone(pack.body, 10))], [1, hex(tone(pack.body, -6))]], [0, 0], [1, 1])
  const mirror = ink.linear([[0, hex(tone(ink.backdrop, 6))], [0.45, hex(tone(ink.backdrop, -18))], [0.55, hex(tone(ink.backdrop, -4))], [1, hex(tone(ink.backdrop, -24))]], [0, 0], [0.8, 1])
  const top = -h + 6
  const panW = (w - 60 - (columns - 1) * 10) / columns
  const panH = (h - 92 - (rows - 1) * 10) / rows
  const pans = pack.shades.map((c, k) => pan(ink, -w / 2 + 30 + (k % columns) * (panW + 10), top + 30 + Math.floor(k / columns) * (panH + 10), panW, panH, c, (k + Math.floor(k / columns)) % 3 === 0)).join('')
  const art = shadow(ink, 0, 4, w / 2, 0.5) +
    path(`M${-w / 2 + 6} ${top + 6}L${-w / 2 + 34} ${top - 236}H${w / 2 - 34}L${w / 2 - 6} ${top + 6}Z`, box) +
    path(`M${-w / 2 + 28} ${top - 8}L${-w / 2 + 52} ${top - 216}H${w / 2 - 52}L${w / 2 - 28} ${top - 8}Z`, mirror) +
    path(`M-140 ${top - 8}L-40 ${top - 216}h70L-50 ${top - 8}Z`, '#ffffff', 'opacity=".3"') +
    rect(-w / 2, top, w, h, 20, box) + `<rect x="${-w / 2 + 1.5}" y="${top + 1.5}" width="${w - 3}" height="${h - 3}" rx="19" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width="2"/>` + pans +
    mark(pack.brand, -w / 2 + 110, top + h - 20, 160, 30, hex(colour(40, 56, 80))) +
    `<text x="${w / 2 - 30}" y="${top + h - 22}" text-anchor="end" font-family="Jost" font-size="17" letter-spacing="3" fill="${hex(colour(40, 40, 82))}">${[...pack.lines, pack.size].join('  ·  ').toUpperCase()}</text>`
  return { art, width: w, height: h + 236, foot: w / 2 }
}

/** Compact, open towards the viewer, its print below the mirror: face powder or blush (shape 1: rose pressed into the pan). */
export const compact: Form = (ink, pack) => {
  const metal = ink.metal(pack.metal)
  const glass = ink.linear([[0, hex(tone(ink.backdrop, 8))], [0.45, hex(tone(ink.backdrop, -16))], [0.55, hex(tone(ink.backdrop, 2))], [1, hex(tone(ink.backdrop, -22))]], [0, 0], [0.8, 1])
  const powder = ink.radial([[0, hex(tone(pack.body, 9))], [0.75, hex(pack.body)], [1, hex(tone(pack.body, -9))]], 0.4, 0.3, 0.85)
  const rose = pack.shape === 1
    ? [0, 1, 2].map((ring) => Array.from({ length: 5 + ring * 2 }, (_, k) => {
        const a = (k / (5 + ring * 2)) * Math.PI * 2 + ring * 0.5
        const r = 22 + ring * 34
        return line(`M${Math.cos(a) * r} ${-96 + Math.sin(a) * r * 0.34}q${Math.cos(a + 1.5) * 22} ${Math.sin(a + 1.5) * 8 - 5} ${Math.cos(a + 1) * 30} ${Math.sin(a + 1) * 10}`, hex(tone(pack.body, -16)), 3, 0.55)
      }).join('')).join('')
    : [0, 1, 2, 3].map((k) => line(`M${-130 + k * 30} ${-70 - k * 20}q90 -30 ${190 - k * 10} -4`, hex(tone(pack.body, -10)), 2.5, 0.35)).join('')
  const art = shadow(ink, 0, 0, 220) +
    `<g transform="translate(0 -336)"><ellipse rx="206" ry="196" fill="${metal}"/><ellipse rx="190" ry="180" fill="${hex(tone(metalColour(pack.metal), -12))}"/><ellipse cy="3" rx="182" ry="172" fill="${glass}"/><path d="M-110 110L10 -168h70L-20 160Z" fill="#fff" opacity=".28"/><g clip-path="${ink.clip('M-190 46H190V200H-190Z')}"><ellipse cy="3" rx="182" ry="172" fill="${hex(tone(pack.accent, 2))}"/></g>${line('M-178 46H178', '#ffffff', 3, 0.5)}</g>` +
    rect(-50, -160, 100, 26, 8, metal) + path(can(0, 0, 440, 158, 72), ink.cylinder(pack.accent, 0.9)) +
    ellipse(0, -86, 220, 72, metal) + ellipse(0, -88, 206, 65, hex(tone(pack.accent, 4))) + ellipse(0, -88, 186, 57, hex(tone(pack.body, -20))) + ellipse(0, -92, 184, 55, powder) + rose +
    label({ ...pack, hindi: '', size: '' }, { y: -246, width: 230, ink: inkOn(pack.accent), scale: 0.6, rule: false })
  return { art, width: 440, height: 530, foot: 220 }
}

/** Three nail lacquers side by side, one per shade. */
export const nails: Form = (ink, pack) => {
  const piece = (x: number, c: Colour): string => {
    const [w, h] = [142, 178]
    const outline = `M${-w / 2} -18V${-h + 42}C${-w / 2} ${-h + 6} -34 ${-h + 6} -26 ${-h - 14}H26C34 ${-h + 6} ${w / 2} ${-h + 6} ${w / 2} ${-h + 42}V-18A${w / 2} 16 0 0 1 ${-w / 2} -18Z`
    return shadow(ink, x, 0, w / 2) + `<g transform="translate(${x} 0)">` + path(outline, ink.cylinder(c, 0.95)) + line(`M${-w / 2 + 4} -26A${w / 2 - 4} 14 0 0 0 ${w / 2 - 4} -26`, '#ffffff', 3, 0.5) +
      rect(-w / 2 + 14, -h + 44, 18, h - 96, 9, ink.gleam(0.75)) + path(can(0, -h - 8, 64, 22, 5), ink.metal(pack.metal)) +
      path(`M-29 ${-h - 26}L-23 ${-h - 204}A23 6 0 0 1 23 ${-h - 204}L29 ${-h - 26}A29 5 0 0 1 -29 ${-h - 26}Z`, ink.cylinder(pack.accent, 0.9)) + rect(-17, -h - 192, 8, 150, 4, '#ffffff', 'opacity=".4"') +
      mark(pack.brand, 2, -h / 2 + 14, 100, 28, c.l > 62 ? hex(colour(c.h, 40, 22)) : '#ffffff') +
      `<text x="2" y="${-h / 2 + 36}" text-anchor="middle" font-family="Jost" font-size="12" letter-spacing="2" fill="${c.l > 62 ? hex(colour(c.h, 40, 22)) : '#ffffff'}" opacity=".85">${pack.size.toUpperCase()}</text></g>`
  }
  const art = pack.shades.map((c, k) => piece((k - (pack.shades.length - 1) / 2) * 176, c)).join('')
  return { art, width: pack.shades.length * 176, height: 390, foot: pack.shades.length * 84 }
}

/** Stick foundation or concealer: a slab without a cap, with a swatch in front. */
export const swatchBottle: Form = (ink, pack) => {
  const [w, h] = [190, 330]
  const outline = `M${-w / 2} ${-h + 20}Q${-w / 2} ${-h} ${-w / 2 + 20} ${-h}H${w / 2 - 20}Q${w / 2} ${-h} ${w / 2} ${-h + 20}V-16Q${w / 2} 0 ${w / 2 - 16} 2H${-w / 2 + 16}Q${-w / 2} 0 ${-w / 2} -16Z`
  const art = shadow(ink, 0, 0, w / 2) + path(outline, ink.cylinder(tone(pack.body, 2), 0.8)) + path(outline, ink.linear([[0, '#ffffff', 0.5], [0.09, '#ffffff', 0.06], [0.93, '#000000', 0.03], [1, '#000000', 0.2]])) + line(outline, '#ffffff', 2, 0.5) +
    rect(-w / 2 + 18, -h + 40, 18, h - 90, 9, ink.gleam(0.7)) + cap(ink, 0, -h + 4, 126, 156, pack.accent) + rect(-50, -h - 136, 14, 124, 7, ink.gleam(0.4)) + path(can(0, -h + 6, 132, 20, 5), ink.metal(pack.metal)) +
    label(pack, { y: -h + 140, width: w - 48, ink: inkOn(pack.body), scale: 0.72 }) +
    path('M-230 26C-170 -14 -40 6 40 0C120 -8 190 10 236 2C190 50 60 40 -20 48C-110 56 -190 60 -230 26Z', ink.linear([[0, hex(tone(pack.body, 8))], [1, hex(tone(pack.body, -8))]], [0, 0], [1, 1])) + line('M-180 24C-90 8 60 24 170 14', '#ffffff', 5, 0.35)
  return { art, width: 400, height: h + 160, foot: 170 }
}
