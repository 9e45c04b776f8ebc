import { colour, hex, inkOn, tone } from '../colour.ts'
import { metalColour } from '../ink.ts'
import { label } from '../label.ts'
import type { Form } from '../pack.ts'
import { can, ellipse, line, path, rect, shadow } from '../shapes.ts'

/** Cream jar: 0 low glass, 1 tall tub with a lacquer lid, 2 open with the lid leaning and a swirl of cream. */
export const jar: Form = (ink, pack) => {
  const shape = pack.shape % 3
  const [w, h] = shape === 1 ? [350, 300] : [400, 210]
  const ry = w * 0.075
  const lidH = shape === 1 ? 104 : 118
  const lidTone = pack.metal === 'ivory' ? colour(34, 26, 93) : metalColour(pack.metal)
  const lidSide = shape === 1 ? ink.cylinder(pack.accent, 0.6) : ink.metal(pack.metal)
  const lidTop = ink.radial([[0, hex(tone(shape === 1 ? pack.accent : lidTone, 26))], [0.55, hex(tone(shape === 1 ? pack.accent : lidTone, 10))], [1, hex(tone(shape === 1 ? pack.accent : lidTone, -8))]], 0.36, 0.3, 0.9)
  const onBody = inkOn(pack.body)
  let art = shadow(ink, 0, 0, w / 2) + path(can(0, 0, w, h, ry), ink.cylinder(pack.body, 0.85)) +
    rect(-w / 2 + 40, -h + ry + 20, 44, h - ry * 2 - 34, 22, ink.gleam(0.6)) +
    line(`M${-w / 2 + 3} ${-ry - 14}A${w / 2} ${ry} 0 0 0 ${w / 2 - 3} ${-ry - 14}`, '#ffffff', 3, 0.5)
  if (shape === 2) {
    const cream = tone(pack.accent, 0)
    art += ellipse(0, -h + ry, w / 2, ry, hex(tone(pack.body, 16))) + ellipse(0, -h + ry + 3, w / 2 - 16, ry - 6, hex(tone(cream, -8))) +
      ellipse(0, -h + ry, w / 2 - 18, ry - 8, ink.radial([[0, hex(tone(cream, 12))], [1, hex(tone(cream, -2))]], 0.4, 0.3, 0.8)) +
      path(`M-96 ${-h + ry}C-104 ${-h - 22} -34 ${-h - 34} 12 ${-h - 40}C52 ${-h - 46} 44 ${-h - 78} 22 ${-h - 92}C86 ${-h - 78} 112 ${-h - 12} 92 ${-h + ry + 2}C60 ${-h + ry + 16} -70 ${-h + ry + 16} -96 ${-h + ry}Z`, ink.linear([[0, hex(tone(cream, 14))], [0.5, hex(cream)], [1, hex(tone(cream, -16))]])) +
      line(`M-70 ${-h + 8}C-40 ${-h - 14} 40 ${-h - 8} 66 ${-h - 34}`, '#ffffff', 5, 0.55)
    const lid = `<g transform="translate(${w * 0.64} -6) rotate(14)">${shadow(ink, 0, 0, 60, 0.7)}<ellipse cx="0" cy="-150" rx="62" ry="156" fill="${ink.metal(pack.metal)}"/><ellipse cx="-16" cy="-152" rx="54" ry="148" fill="${lidTop}"/><ellipse cx="-16" cy="-152" rx="46" ry="134" fill="none" stroke="#ffffff" stroke-opacity=".5" stroke-width="2"/></g>`
    art = lid + art + label(pack, { y: -h * 0.52, width: w - 130, ink: onBody, scale: 0.84 })
    return { art, width: w + 170, height: h + 130, foot: w / 2 + 40 }
  }
  const lidY = -h + ry * 1.6
  art += path(can(0, lidY, w + 16, lidH, ry + 1), lidSide) + ellipse(0, lidY - lidH + ry + 1, w / 2 + 8, ry + 1, lidTop) +
    `<ellipse cx="0" cy="${lidY - lidH + ry + 1}" rx="${w / 2 - 6}" ry="${ry - 3}" fill="none" stroke="#ffffff" stroke-opacity=".5" stroke-width="2"/>` +
    line(`M${-w / 2 - 8} ${lidY - ry}a${w / 2 + 8} ${ry} 0 0 0 ${w + 16} 0`, '#000000', 5, 0.22)
  if (shape === 1) art += rect(-w / 2, -h + 92, w, 164, 0, ink.cylinder(colour(pack.accent.h, 28, 95), 0.3)) + label(pack, { y: -h + 140, width: w - 60, ink: hex(colour(pack.accent.h, 34, 20)), scale: pack.hindi && pack.lines.length > 1 ? 0.76 : 0.88 })
  else art += label(pack, { y: -h * 0.52 + 6, width: w - 110, ink: onBody, scale: 0.84 })
  return { art, width: w + 16, height: h + lidH - ry * 1.6, foot: w / 2 }
}

/** Flat tin, its lid leaning behind: balm, solid perfume. */
export const tin: Form = (ink, pack) => {
  const w = 380
  const metal = ink.metal(pack.metal)
  const face = ink.radial([[0, hex(tone(pack.body, 16))], [0.7, hex(pack.body)], [1, hex(tone(pack.body, -10))]], 0.36, 0.3, 0.85)
  const onLid = pack.body.l > 58 ? hex(colour(pack.body.h, 36, 18)) : '#fff6e6'
  const lid = `<g transform="translate(60 -196)"><circle r="196" fill="${metal}"/><circle r="184" fill="${face}"/><circle r="166" fill="none" stroke="${onLid}" stroke-opacity=".55" stroke-width="2.5"/>` +
    Array.from({ length: 24 }, (_, k) => `<circle cx="${Math.cos(k * Math.PI / 12) * 152}" cy="${Math.sin(k * Math.PI / 12) * 152}" r="3.4" fill="${onLid}" opacity=".6"/>`).join('') +
    label(pack, { y: -34, width: 240, ink: onLid, scale: 0.95 }) + '</g>'
  const balm = ink.radial([[0, hex(tone(pack.accent, 12))], [1, hex(tone(pack.accent, -6))]], 0.4, 0.3, 0.8)
  const art = shadow(ink, 60, -6, 170) + lid + shadow(ink, -96, 26, 128, 0.6) +
    `<g transform="translate(-96 30)">${path(can(0, 0, 250, 78, 34), metal)}${ellipse(0, -44, 125, 34, hex(tone(metalColour(pack.metal), 12)))}${ellipse(0, -43, 112, 29, balm)}${line('M-60 -48C-20 -62 40 -56 66 -40', '#ffffff', 5, 0.5)}</g>`
  return { art, width: w + 110, height: 400, foot: 240 }
}

/** Candle in a glass with a lit wick. */
export const candle: Form = (ink, pack) => {
  const [w, h] = [300, 330]
  const wax = pack.accent
  const ry = 26
  const flame = ink.radial([[0, '#fffbe6'], [0.4, '#ffd978'], [1, '#ff9a3c', 0.9]], 0.5, 0.7, 0.6)
  const glow = ink.radial([[0, '#ffdf9a', 0.75], [0.4, '#ffd48a', 0.25], [1, '#ffd48a', 0]], 0.5, 0.5, 0.5)
  const art = shadow(ink, 0, 0, w / 2) + path(can(0, 0, w, h, ry), ink.cylinder(tone(pack.body, 8), 0.7)) +
    ellipse(0, -h + ry, w / 2, ry, hex(tone(pack.body, 18)), 'opacity=".7"') + ellipse(0, -h + ry + 34, w / 2 - 8, ry - 2, hex(tone(wax, 6))) +
    ellipse(0, -h + ry + 30, w / 2 - 60, ry - 14, '#fff4d2', 'opacity=".8"') + path(can(0, 0, w, h, ry), '#ffffff', 'opacity=".06"') +
    rect(-2.5, -h + 18, 5, 42, 2, '#3a2416') + path(`M0 ${-h - 56}C24 ${-h - 16} 24 ${-h + 20} 0 ${-h + 24}C-24 ${-h + 20} -24 ${-h - 16} 0 ${-h - 56}Z`, flame) +
    `<circle cx="0" cy="${-h - 10}" r="190" fill="${glow}"/>` + rect(-w / 2 + 26, -h + 60, 30, h - 110, 15, ink.gleam(0.6)) +
    rect(-96, -216, 192, 158, 4, hex(colour(36, 34, 96))) + line('M-90 -210H90V-64H-90Z', hex(colour(40, 46, 55)), 1.6, 0.9) +
    label(pack, { y: -166, width: 160, ink: hex(colour(pack.body.h, 32, 18)), scale: 0.66 })
  return { art, width: w, height: h + 60, foot: w / 2 }
}
