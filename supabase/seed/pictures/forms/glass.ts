import { colour, hex, inkOn, tone } from '../colour.ts'
import { metalColour } from '../ink.ts'
import { label } from '../label.ts'
import type { Form } from '../pack.ts'
import { bottle, can, cap, ellipse, line, path, rect, shadow } from '../shapes.ts'

const paper = (h: number): string => hex(colour(h, 26, 97))
const darkInk = (h: number): string => hex(colour(h, 30, 17))

/** Serum bottle with a dropper; shape 1 is taller and slimmer, shape 2 broad. */
export const dropper: Form = (ink, pack) => {
  const [w, h] = ([[250, 340], [210, 400], [280, 300]] as const)[pack.shape % 3] ?? [250, 340]
  const rubber = pack.shape === 1 ? ink.cylinder(tone(pack.accent, 0), 0.5) : ink.cylinder(colour(pack.body.h, 12, 15), 0.5)
  const collar = -h
  const art = shadow(ink, 0, 0, w / 2) +
    bottle(ink, { w, h, shoulder: 92, neck: 92, colour: pack.body, glass: true }) +
    rect(-6, -h + 16, 12, h - 110, 0, '#ffffff', 'opacity=".22"') +
    path(`M-34 ${collar - 88}C-34 ${collar - 142} -40 ${collar - 162} -36 ${collar - 194}Q0 ${collar - 234} 36 ${collar - 194}C40 ${collar - 162} 34 ${collar - 142} 34 ${collar - 88}A34 6 0 0 1 -34 ${collar - 88}Z`, rubber) +
    rect(-24, collar - 196, 9, 96, 5, '#ffffff', 'opacity=".35"') +
    cap(ink, 0, collar + 6, 124, 100, pack.metal) +
    rect(-w / 2 + 30, -h + 128, w - 60, h - 158, 3, paper(pack.body.h), 'opacity=".95"') +
    label(pack, { y: -h + (pack.hindi ? 162 : 176), width: w - 82, ink: darkInk(pack.body.h), scale: pack.hindi ? 0.6 : 0.74 })
  return { art, width: w, height: h + 230, foot: w / 2 }
}

/** Eau de parfum: 0 round with an onion dome, 1 tall slab with a cube, 2 faceted with a sphere. */
export const perfume: Form = (ink, pack) => {
  const shape = pack.shape % 3
  const metal = ink.metal(pack.metal)
  const lit = hex(tone(metalColour(pack.metal), 12))
  if (shape === 0) {
    const [w, h] = [290, 330]
    const art = shadow(ink, 0, 0, w / 2) + bottle(ink, { w, h, shoulder: 122, neck: 80, colour: pack.body, glass: true }) +
      path(can(0, -h + 4, 96, 44, 7), metal) +
      path(`M-48 ${-h - 32}C-92 ${-h - 72} -74 ${-h - 134} 0 ${-h - 182}C74 ${-h - 134} 92 ${-h - 72} 48 ${-h - 32}A48 7 0 0 1 -48 ${-h - 32}Z`, metal) +
      line(`M-30 ${-h - 56}C-54 ${-h - 88} -42 ${-h - 122} -12 ${-h - 146}`, '#ffffff', 9, 0.6) + ellipse(0, -h - 187, 10, 10, lit) +
      label(pack, { y: -h + 172, width: w - 60, ink: darkInk(pack.body.h), scale: 0.84 })
    return { art, width: w, height: h + 200, foot: w / 2 }
  }
  const [w, h] = shape === 1 ? [250, 400] : [300, 320]
  const neckline = -h
  const glassWall = ink.linear([[0, '#ffffff', 0.55], [0.06, '#ffffff', 0.08], [0.5, '#ffffff', 0.02], [0.94, '#000000', 0.08], [1, '#000000', 0.25]])
  const outline = shape === 1
    ? `M${-w / 2} ${neckline + 18}Q${-w / 2} ${neckline} ${-w / 2 + 18} ${neckline}H${w / 2 - 18}Q${w / 2} ${neckline} ${w / 2} ${neckline + 18}V-14Q${w / 2} 0 ${w / 2 - 14} 4H${-w / 2 + 14}Q${-w / 2} 0 ${-w / 2} -14Z`
    : `M${-w / 2 + 62} ${neckline}H${w / 2 - 62}L${w / 2} ${neckline + 74}V-52L${w / 2 - 52} 4H${-w / 2 + 52}L${-w / 2} -52V${neckline + 74}Z`
  const inner = shape === 1
    ? `M${-w / 2 + 22} ${neckline + 52}H${w / 2 - 22}V-40Q${w / 2 - 22} -26 ${w / 2 - 36} -26H${-w / 2 + 36}Q${-w / 2 + 22} -26 ${-w / 2 + 22} -40Z`
    : `M${-w / 2 + 26} ${neckline + 90}H${w / 2 - 26}V-62L${w / 2 - 64} -24H${-w / 2 + 64}L${-w / 2 + 26} -62Z`
  const facets = shape === 1 ? '' :
    path(`M${-w / 2 + 62} ${neckline}L${-w / 2} ${neckline + 74}L${-w / 2 + 40} ${neckline + 96}L${-w / 2 + 84} ${neckline + 40}Z`, '#ffffff', 'opacity=".4"') +
    path(`M${w / 2 - 62} ${neckline}L${w / 2} ${neckline + 74}L${w / 2 - 40} ${neckline + 96}L${w / 2 - 84} ${neckline + 40}Z`, '#000000', 'opacity=".08"')
  const stopper = shape === 1
    ? rect(-62, -h - 140, 124, 106, 8, metal) + rect(-50, -h - 130, 16, 88, 8, '#ffffff', 'opacity=".55"')
    : path(can(0, -h + 2, 78, 42, 6), metal) + `<circle cx="0" cy="${-h - 92}" r="62" fill="${ink.radial([[0, '#ffffff'], [0.3, lit], [0.75, hex(tone(metalColour(pack.metal), -12))], [1, hex(tone(metalColour(pack.metal), -34))]], 0.36, 0.3, 0.8)}"/>`
  const art = shadow(ink, 0, 0, w / 2) + path(outline, hex(tone(pack.body, 22, 0, -14))) + path(inner, ink.cylinder(tone(pack.body, 4), 0.7)) +
    path(outline, glassWall) + facets + line(outline, '#ffffff', 2.5, 0.55) +
    path(can(0, -h + 2, 84, 40, 6), metal) + stopper + rect(-w / 2 + 12, -h + 80, 12, h - 150, 6, '#ffffff', 'opacity=".6"') +
    label(pack, { y: -h + (shape === 1 ? 176 : 152), width: w - 80, ink: inkOn(pack.body), scale: 0.8 })
  return { art, width: w, height: h + 160, foot: w / 2 }
}

/** Attar in a cut-glass phial with a tall stopper. */
export const attar: Form = (ink, pack) => {
  const [w, h] = ([[210, 250], [176, 300], [240, 268]] as const)[pack.shape % 3] ?? [210, 250]
  const metal = ink.metal(pack.metal)
  const facets = Array.from({ length: 5 }, (_, k) => {
    const x = -w / 2 + (k + 0.5) * (w / 5)
    return line(`M${x} ${-h + 96}V-26`, '#ffffff', 2, k % 2 ? 0.22 : 0.36)
  }).join('')
  const art = shadow(ink, 0, 0, w / 2) + bottle(ink, { w, h, shoulder: 86, neck: 58, colour: pack.body, glass: true, softness: 0.8 }) + facets +
    path(can(0, -h + 4, 72, 36, 6), metal) +
    path(`M-24 ${-h - 28}L-40 ${-h - 112}Q0 ${-h - 138} 40 ${-h - 112}L24 ${-h - 28}A24 5 0 0 1 -24 ${-h - 28}Z`, metal) +
    path(`M0 ${-h - 124}Q-46 ${-h - 168} 0 ${-h - 228}Q46 ${-h - 168} 0 ${-h - 124}Z`, metal) +
    line(`M-12 ${-h - 148}Q-22 ${-h - 172} -6 ${-h - 198}`, '#ffffff', 6, 0.65) +
    path(`M${-w / 2 + 26} ${-h + 112}H${w / 2 - 26}V-34H${-w / 2 + 26}Z`, hex(colour(pack.accent.h, 44, 95)), 'opacity=".94"') +
    line(`M${-w / 2 + 32} ${-h + 118}H${w / 2 - 32}V-40H${-w / 2 + 32}Z`, hex(colour(40, 50, 55)), 1.6, 0.9) +
    label(pack, { y: -h + 142, width: w - 74, ink: darkInk(pack.body.h), scale: pack.hindi ? 0.46 : 0.54 })
  return { art, width: w, height: h + 230, foot: w / 2 }
}

/** Hair oil in tall glass under a turned wooden or metal cap; shape 1 is squarer, shape 2 a flask. */
export const oil: Form = (ink, pack) => {
  const [w, h, shoulder] = ([[216, 470, 150], [236, 430, 84], [270, 400, 190]] as const)[pack.shape % 3] ?? [216, 470, 150]
  const wood = colour(28, 40, 46)
  const collar = -h + 2
  const art = shadow(ink, 0, 0, w / 2) + bottle(ink, { w, h, shoulder, neck: 84, colour: pack.body, glass: true, softness: 0.6 }) +
    cap(ink, 0, collar, 104, 92, pack.metal === 'copper' ? wood : pack.metal) +
    (pack.metal === 'copper' ? [0, 1, 2].map((k) => line(`M-51 ${collar - 24 - k * 20}q51 14 102 0`, '#3a1f0c', 1.6, 0.28)).join('') : '') +
    rect(-w / 2, -h + shoulder + 26, w, h - shoulder - 66, 0, ink.cylinder(colour(pack.accent.h, 36, 93), 0.35)) +
    rect(-w / 2, -h + shoulder + 26, w, 9, 0, hex(pack.accent)) + rect(-w / 2, -49, w, 9, 0, hex(pack.accent)) +
    label(pack, { y: -h + shoulder + 86, width: w - 44, ink: darkInk(pack.accent.h), scale: 0.78 })
  return { art, width: w, height: h + 100, foot: w / 2 }
}

/** Small cosmetic bottle with a straight cap: foundation, remover, alta. */
export const phial: Form = (ink, pack) => {
  const [w, h] = ([[190, 300], [220, 260], [170, 340]] as const)[pack.shape % 3] ?? [190, 300]
  const art = shadow(ink, 0, 0, w / 2) + bottle(ink, { w, h, shoulder: 44, neck: 90, colour: pack.body, glass: true, ry: 17 }) +
    cap(ink, 0, -h + 6, 112, 150, pack.metal) + rect(-44, -h - 128, 14, 118, 7, '#ffffff', 'opacity=".3"') +
    label(pack, { y: -h + 112, width: w - 40, ink: inkOn(pack.body), scale: 0.72 })
  return { art, width: w, height: h + 150, foot: w / 2 }
}
