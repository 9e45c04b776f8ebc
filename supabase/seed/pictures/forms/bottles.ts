import { colour, hex, inkOn, tone } from '../colour.ts'
import { label } from '../label.ts'
import type { Form } from '../pack.ts'
import { bottle, can, cap, ellipse, line, path, rect, shadow } from '../shapes.ts'

/** Lotion or shampoo with a pump; shape 1 has square shoulders, shape 2 is waisted and short. */
export const pump: Form = (ink, pack) => {
  const [w, h] = ([[232, 470], [250, 430], [270, 350]] as const)[pack.shape % 3] ?? [232, 470]
  const metal = ink.metal(pack.metal)
  const y = -h
  const art = shadow(ink, 0, 0, w / 2) +
    bottle(ink, { w, h, shoulder: pack.shape === 1 ? 40 : 74, neck: 96, colour: pack.body, softness: pack.shape === 1 ? 0.15 : 0.5, ry: 18 }) +
    path(can(0, y + 6, 104, 66, 8), metal) + rect(-13, y - 108, 26, 56, 0, metal) +
    path(`M-52 ${y - 138}q0 -14 16 -16H30q12 0 22 6l62 26q8 6 2 12l-6 6q-30 -14 -62 -20H-46q-6 0 -6 -14z`, metal) +
    (pack.shape === 2 ? rect(-w / 2, -h * 0.64, w, h * 0.53, 0, ink.cylinder(tone(pack.accent, 0), 0.4)) : '') +
    label(pack, { y: -h * 0.56 + (pack.shape === 2 ? 14 : 0), width: w - 52, ink: pack.shape === 2 ? inkOn(pack.accent) : inkOn(pack.body), scale: 0.84 })
  return { art, width: w, height: h + 160, foot: w / 2 }
}

/** Shampoo or lotion with a flip cap; shape 1 has an oval shoulder, shape 2 is an upside-down bottle standing on its cap. */
export const flip: Form = (ink, pack) => {
  const shape = pack.shape % 3
  const [w, h] = [shape === 1 ? 250 : 226, shape === 2 ? 430 : 410]
  if (shape === 2) {
    const body = bottle(ink, { w, h, shoulder: 90, neck: 130, colour: pack.body, ry: 20 })
    const art = shadow(ink, 0, 0, 74) + `<g transform="translate(0 -66) rotate(180) translate(0 ${h})">${body}</g>` +
      cap(ink, 0, 0, 150, 78, pack.metal) + label(pack, { y: -h * 0.72, width: w - 72, ink: inkOn(pack.body), scale: 0.84 })
    return { art, width: w, height: h + 70, foot: 80 }
  }
  const art = shadow(ink, 0, 0, w / 2) + bottle(ink, { w, h, shoulder: shape === 1 ? 150 : 70, neck: 110, colour: pack.body, ry: 20 }) +
    cap(ink, 0, -h + 6, 124, 76, pack.metal === 'ivory' ? colour(pack.body.h, 16, 94) : pack.metal) +
    line(`M-61 ${-h - 34}q61 12 122 0`, '#000000', 2.5, 0.2) +
    label(pack, { y: -h * (shape === 1 ? 0.5 : 0.6), width: w - 72, ink: inkOn(pack.body), scale: 0.84 })
  return { art, width: w, height: h + 76, foot: w / 2 }
}

/** Mist with an atomiser under a clear cap; shape 1 is a lean aluminium can. */
export const spray: Form = (ink, pack) => {
  const shape = pack.shape % 3
  const [w, h] = shape === 1 ? [176, 460] : shape === 2 ? [220, 380] : [190, 430]
  const metal = ink.metal(pack.metal)
  const y = -h
  const body = bottle(ink, { w, h, shoulder: shape === 1 ? 60 : 78, neck: shape === 1 ? 96 : 76, colour: pack.body, glass: shape !== 1, ry: 15 })
  const head = path(can(0, y + 6, 78, 46, 6), metal) + path(can(0, y - 34, 54, 52, 5), ink.cylinder(colour(pack.body.h, 14, 92), 0.4)) +
    `<circle cx="14" cy="${y - 58}" r="5" fill="#3a2a34"/>`
  const cover = rect(-52, y - 112, 104, 116, 10, '#ffffff', 'opacity=".28"') + line(`M-52 ${y + 2}V${y - 100}q0 -12 12 -12h80q12 0 12 12V${y + 2}`, '#ffffff', 2.5, 0.75) +
    rect(-42, y - 100, 12, 96, 6, '#ffffff', 'opacity=".7"') + rect(34, y - 96, 6, 90, 3, '#ffffff', 'opacity=".5"')
  const art = shadow(ink, 0, 0, w / 2) + body + head + cover + label(pack, { y: -h * 0.58, width: w - 56, ink: inkOn(pack.body), scale: 0.78 })
  return { art, width: w, height: h + 112, foot: w / 2 }
}

/** Roll-on: a steel ball beside its cap. */
export const rollon: Form = (ink, pack) => {
  const [w, h] = [138, 330]
  const ball = ink.radial([[0, '#ffffff'], [0.35, '#e6e8ee'], [0.8, '#8d929e'], [1, '#5b606c']], 0.36, 0.3, 0.8)
  const art = shadow(ink, -70, 0, w / 2) +
    `<g transform="translate(-70 0)">${bottle(ink, { w, h, shoulder: 46, neck: 78, colour: pack.body, glass: true, ry: 12 })}` +
    path(can(0, -h + 6, 82, 34, 6), ink.metal(pack.metal)) + `<circle cx="0" cy="${-h - 30}" r="27" fill="${ball}"/>` +
    rect(-w / 2, -h + 84, w, h - 120, 0, ink.cylinder(colour(pack.accent.h, 34, 94), 0.4)) +
    label(pack, { y: -h + 142, width: w - 22, ink: hex(colour(pack.accent.h, 34, 20)), scale: 0.6 }) + '</g>' +
    shadow(ink, 92, 0, 44) + cap(ink, 92, 0, 92, 148, pack.metal) + ellipse(92, -141, 30, 4, '#ffffff', 'opacity=".35"')
  return { art, width: 320, height: h + 60, foot: 160 }
}
