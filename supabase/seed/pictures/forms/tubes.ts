import { colour, hex, inkOn, tone } from '../colour.ts'
import { label } from '../label.ts'
import type { Form } from '../pack.ts'
import { can, cap, ellipse, line, path, rect, shadow } from '../shapes.ts'

/** Tube standing on its cap: 0 tall, 1 broad with a band, 2 slim aluminium with a screw cap. */
export const tube: Form = (ink, pack) => {
  const shape = pack.shape % 3
  const [w, h] = ([[216, 520], [250, 450], [180, 470]] as const)[shape] ?? [216, 520]
  const side = shape === 2 ? ink.cylinder(tone(pack.body, 4), 1) : ink.cylinder(tone(pack.body, 4))
  const capW = shape === 2 ? w * 0.5 : w * 0.8
  const capFill = pack.metal === 'ivory' ? colour(pack.body.h, 12, 93) : pack.metal
  const neck = shape === 2 ? w * 0.3 : w * 0.42
  const outline = `M${-w / 2 - 14} ${-h}H${w / 2 + 14}C${w / 2 + 8} ${-h + 200} ${w / 2} -200 ${neck} -100A${neck} 12 0 0 1 ${-neck} -100C${-w / 2} -200 ${-w / 2 - 8} ${-h + 200} ${-w / 2 - 14} ${-h}Z`
  const ridges = Array.from({ length: Math.floor((w + 20) / 7) }, (_, k) => line(`M${-w / 2 - 9 + k * 7} ${-h - 4}v30`, '#000000', 2, 0.07)).join('')
  const band = shape === 1 ? `<g clip-path="${ink.clip(outline)}">${rect(-w, -h + 90, w * 2, 190, 0, ink.cylinder(colour(pack.accent.h, 32, 94), 0.3))}</g>` : ''
  const onBody = shape === 1 ? hex(colour(pack.accent.h, 34, 20)) : inkOn(pack.body)
  const art = shadow(ink, 0, 0, w * 0.42) + cap(ink, 0, 0, capW, 106, capFill) + path(outline, side) + band +
    rect(-w / 2 - 15, -h - 8, w + 30, 38, 4, side) + ridges + line(`M${-w / 2 - 14} ${-h + 31}h${w + 28}`, '#000000', 2, 0.15) +
    path(`M${-w * 0.4} ${-h + 44}q10 ${h * 0.35} 26 ${h - 190}h26q-14 ${-h * 0.35} -18 ${-h + 190}z`, ink.gleam(0.6)) +
    label(pack, { y: -h + (shape === 1 ? 144 : 190), width: w - 58, ink: onBody, scale: shape === 2 ? 0.66 : 0.76 })
  return { art, width: w + 30, height: h + 10, foot: w * 0.42 }
}

/** Twist-up stick with its cap beside it: deodorant, balm, sun stick. */
export const stick: Form = (ink, pack) => {
  const w = 176
  const dome = ink.linear([[0, hex(tone(pack.accent, 8))], [0.4, hex(tone(pack.accent, 2))], [1, hex(tone(pack.accent, -18))]])
  const art = shadow(ink, -84, 0, w / 2) + `<g transform="translate(-84 0)">` +
    path(`M-70 -320V-372C-70 -416 -30 -428 8 -428C44 -428 70 -414 70 -376V-320Z`, dome) + rect(-52, -392, 14, 68, 7, '#ffffff', 'opacity=".5"') +
    path(can(0, -296, 156, 40, 10), ink.metal(pack.metal)) + path(can(0, 0, w, 312, 14), ink.cylinder(pack.body)) + rect(-w / 2 + 18, -280, 22, 250, 11, ink.gleam(0.6)) +
    label(pack, { y: -200, width: w - 60, ink: inkOn(pack.body), scale: 0.72 }) + '</g>' +
    shadow(ink, 116, 0, 84) + cap(ink, 116, 0, 170, 180, tone(pack.body, -6)) + rect(52, -160, 20, 140, 10, ink.gleam(0.5))
  return { art, width: 380, height: 430, foot: 190 }
}

/** Kajal or liner pencil beside its cap, for lying; shape 1 shows two. */
export const kajal: Form = (ink, pack) => {
  const pencil = (dx: number, turn: number): string => {
    const barrel = ink.linear([[0, hex(tone(pack.body, -14))], [0.28, hex(tone(pack.body, 22))], [0.45, hex(pack.body)], [1, hex(tone(pack.body, -18))]], [0, 0], [1, 0])
    return `<g transform="translate(${dx} 0) rotate(${turn})">` +
      rect(-30, -430, 60, 430, 8, barrel) + path('M-30 -430L-13 -520H13L30 -430Z', ink.linear([[0, '#9a6a3a'], [0.4, '#e0b98a'], [1, '#7c5028']])) +
      path('M-13 -520L-3 -560Q0 -566 3 -560L13 -520Q0 -512 -13 -520Z', ink.linear([[0, hex(tone(pack.accent, -8))], [0.4, hex(tone(pack.accent, 16))], [1, hex(tone(pack.accent, -10))]])) +
      rect(-30, -118, 60, 22, 0, ink.metal(pack.metal)) + rect(-21, -410, 9, 280, 4, '#ffffff', 'opacity=".4"') +
      `<g transform="rotate(-90 0 -270)">${label({ ...pack, size: '' }, { x: 0, y: -276, width: 250, ink: pack.body.l > 58 ? hex(colour(330, 30, 18)) : '#f7e2b6', scale: 0.6, rule: false })}</g></g>`
  }
  const second = pack.shape === 1 ? shadow(ink, 92, 0, 46) + pencil(86, 8) : `<g transform="translate(112 -60) rotate(9)">${shadow(ink, 0, 0, 42)}${cap(ink, 0, 0, 78, 230, pack.metal)}${ellipse(0, -224, 26, 4, '#ffffff', 'opacity=".3"')}</g>`
  const art = shadow(ink, -50, 0, 46) + pencil(-62, -3) + second
  return { art, width: 440, height: 560, foot: 190 }
}
