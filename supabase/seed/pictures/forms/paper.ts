import { colour, hex, tone } from '../colour.ts'
import { label } from '../label.ts'
import type { Form } from '../pack.ts'
import { ellipse, line, path, rect, shadow } from '../shapes.ts'

const onFace = (h: number, l: number): string => (l > 58 ? hex(colour(h, 40, 19)) : '#fff7ea')

/** Folding carton with its right side visible: hair colour, sheet masks, kits. */
export const carton: Form = (ink, pack) => {
  const [w, h, d] = pack.shape === 1 ? [330, 420, 70] : pack.shape === 2 ? [420, 330, 90] : [270, 480, 90]
  const front = ink.linear([[0, hex(tone(pack.body, 8))], [1, hex(tone(pack.body, -3))]], [0, 0], [0.6, 1])
  const side = ink.linear([[0, hex(tone(pack.body, -12))], [1, hex(tone(pack.body, -24))]])
  const x = -w / 2 - d / 4
  const arch = `M${x + w * 0.16} -70V${-h * 0.58}C${x + w * 0.16} ${-h * 0.72} ${x + w * 0.4} ${-h * 0.72} ${x + w / 2} ${-h * 0.82}C${x + w * 0.6} ${-h * 0.72} ${x + w * 0.84} ${-h * 0.72} ${x + w * 0.84} ${-h * 0.58}V-70Z`
  const art = shadow(ink, 0, 0, w / 2) + path(`M${x} ${-h}L${x + d * 0.8} ${-h - d * 0.42}H${x + w + d * 0.8}L${x + w} ${-h}Z`, hex(tone(pack.body, 16))) +
    path(`M${x + w} ${-h}l${d * 0.8} ${-d * 0.42}V${-d * 0.42}l${-d * 0.8} ${d * 0.42}Z`, side) + rect(x, -h, w, h, 2, front) +
    path(arch, hex(tone(pack.accent, 0)), 'opacity=".95"') + line(arch, hex(colour(40, 55, 66)), 2.5, 0.9) +
    path(`M${x} ${-h}h${w * 0.26}L${x + w * 0.08} 0H${x}Z`, '#ffffff', 'opacity=".1"') +
    label(pack, { x: x + w / 2, y: -h * 0.5, width: w * 0.58, ink: onFace(pack.accent.h, pack.accent.l), scale: w / 320 })
  return { art, width: w + d, height: h + 40, foot: w / 2 }
}

/** Stand-up pouch with a tear line and a window; shape 1 is five flat sachets, for lying. */
export const pouch: Form = (ink, pack) => {
  const [w, h] = pack.shape === 1 ? [310, 430] : [330, 480]
  const side = ink.linear([[0, hex(tone(pack.body, -8))], [0.18, hex(tone(pack.body, 10))], [0.3, hex(tone(pack.body, 3))], [0.7, hex(tone(pack.body, -2))], [0.86, hex(tone(pack.body, 6))], [1, hex(tone(pack.body, -14))]])
  const outline = pack.shape === 1
    ? `M${-w / 2} ${-h}H${w / 2}L${w / 2 - 4} ${-h / 2}L${w / 2} 0H${-w / 2}L${-w / 2 + 4} ${-h / 2}Z`
    : `M${-w / 2 + 14} ${-h}H${w / 2 - 14}C${w / 2 - 22} ${-h + 160} ${w / 2 + 10} -140 ${w / 2} -16Q0 22 ${-w / 2} -16C${-w / 2 - 10} -140 ${-w / 2 + 22} ${-h + 160} ${-w / 2 + 14} ${-h}Z`
  const window = pack.shape === 1 ? '' : ellipse(0, -84, 84, 46, hex(tone(pack.accent, -14))) + ellipse(0, -82, 80, 43, ink.radial([[0, hex(tone(pack.accent, 12))], [1, hex(tone(pack.accent, -8))]], 0.4, 0.3, 0.8)) + line('M-54 -94Q-10 -116 40 -104', '#ffffff', 5, 0.4)
  const others = pack.shape === 1 ? [-17, 17, -8, 9].map((turn) => `<g filter="url(#lift)" transform="rotate(${turn} 0 60)">${path(outline, side)}${line(`M${-w / 2 + 10} ${-h + 40}H${w / 2 - 10}`, '#000000', 2, 0.12)}</g>`).join('') : ''
  const art = shadow(ink, 0, 0, w / 2, 0.8) + others + (others ? `<g filter="url(#lift)">${path(outline, side)}</g>` : path(outline, side)) + rect(-w / 2 + 13, -h, w - 26, 34, 2, hex(tone(pack.body, -6))) + line(`M${-w / 2 + 14} ${-h + 42}H${w / 2 - 14}`, '#000000', 2, 0.15, 'stroke-dasharray="6 7"') +
    path(`M${-w / 2 + 44} ${-h + 50}q-16 180 -4 ${h - 130}h28q-8 -160 6 ${-h + 130}z`, '#ffffff', 'opacity=".22"') + window +
    label(pack, { y: -h + (pack.shape === 1 ? 170 : 140), width: w - 84, ink: onFace(pack.body.h, pack.body.l), scale: 0.98 })
  return { art, width: w, height: h, foot: w / 2 }
}

/** Soap: two bare bars below, a bar with a paper band on top. */
export const soap: Form = (ink, pack) => {
  const face = ink.linear([[0, hex(tone(pack.body, -6))], [0.25, hex(tone(pack.body, 6))], [0.6, hex(pack.body)], [1, hex(tone(pack.body, -18))]])
  const top = ink.linear([[0, hex(tone(pack.body, 18))], [1, hex(tone(pack.body, 2))]], [0, 0], [0.7, 1])
  const bar = path('M-230 -100V-34Q-230 0 -190 4Q0 22 190 4Q230 0 230 -34V-100Z', face) + path('M-230 -100Q-226 -156 -150 -160H150Q226 -156 230 -100Q226 -74 170 -68Q0 -52 -170 -68Q-226 -74 -230 -100Z', top) +
    line('M-204 -108C-196 -138 -160 -146 -110 -147', '#ffffff', 6, 0.55) + line('M-228 -92Q-216 -72 -168 -66Q0 -50 168 -66Q216 -72 228 -92', '#ffffff', 3, 0.35)
  const paper = ink.linear([[0, hex(colour(pack.accent.h, 38, 88))], [0.3, hex(colour(pack.accent.h, 44, 97))], [1, hex(colour(pack.accent.h, 36, 86))]])
  const band = path('M-128 -160H128V-64Q0 -54 -128 -64Z', hex(colour(pack.accent.h, 40, 93))) + path('M-128 -64Q0 -54 128 -64V10Q0 20 -128 10Z', paper) +
    [-128, 114].map((x) => path(`M${x} -160h14v96q-7 1 -14 0ZM${x} -64q7 1 14 0v75q-7 1 -14 0Z`, hex(pack.accent))).join('')
  const art = shadow(ink, 0, 0, 226) + bar + shadow(ink, 14, -142, 200, 0.3) + `<g transform="translate(-14 -146) rotate(1.5)">${bar}</g>` + shadow(ink, 10, -288, 200, 0.3) + `<g transform="translate(12 -292) rotate(-2)">${bar}${band}` +
    label({ ...pack, hindi: '', lines: [], size: '' }, { y: -98, width: 200, ink: hex(colour(pack.accent.h, 44, 22)), scale: 0.8, rule: false }) +
    label({ ...pack, hindi: '', brand: pack.lines[0] ?? '', lines: pack.lines.slice(1) }, { y: -24, width: 200, ink: hex(colour(pack.accent.h, 44, 22)), scale: 0.5, rule: false }) + '</g>'
  return { art, width: 470, height: 466, foot: 226 }
}
