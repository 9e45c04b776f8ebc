import { hex, tone } from './colour.ts'
import type { Colour } from './colour.ts'
import type { Ink, Metal } from './ink.ts'

const n = (value: number): string => String(Math.round(value * 100) / 100)

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`

export const rect = (x: number, y: number, w: number, h: number, radius: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(radius)}" fill="${fill}" ${more}/>`

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`

export const line = (d: string, stroke: string, width: number, opacity = 1, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-opacity="${opacity}" stroke-linecap="round" ${more}/>`

/** A cylinder seen from slightly above, its foot at `y`. */
export const can = (cx: number, y: number, w: number, h: number, ry: number): string =>
  `M${n(cx - w / 2)} ${n(y - h + ry)}A${n(w / 2)} ${n(ry)} 0 0 1 ${n(cx + w / 2)} ${n(y - h + ry)}V${n(y - ry)}A${n(w / 2)} ${n(ry)} 0 0 1 ${n(cx - w / 2)} ${n(y - ry)}Z`

/** A filled cylinder with a lit top. */
export function drum(cx: number, y: number, w: number, h: number, ry: number, side: string, top: string): string {
  return path(can(cx, y, w, h, ry), side) + ellipse(cx, y - h + ry, w / 2, ry, top) +
    line(`M${n(cx - w / 2)} ${n(y - h + ry)}a${n(w / 2)} ${n(ry)} 0 0 0 ${n(w)} 0`, '#ffffff', 2, 0.5)
}

/** A bottle standing at 0,0 with a shoulder that runs into its neck. */
export function bottlePath(w: number, h: number, shoulder: number, neck: number, ry: number, softness = 0.5): string {
  const half = w / 2
  const inner = neck / 2 + (half - neck / 2) * (1 - softness)
  return `M${n(-half)} ${n(-h + shoulder)}C${n(-half)} ${n(-h + shoulder * 0.2)} ${n(-inner)} ${n(-h + shoulder * 0.16)} ${n(-neck / 2)} ${n(-h)}` +
    `H${n(neck / 2)}C${n(inner)} ${n(-h + shoulder * 0.16)} ${n(half)} ${n(-h + shoulder * 0.2)} ${n(half)} ${n(-h + shoulder)}V${n(-ry)}A${n(half)} ${n(ry)} 0 0 1 ${n(-half)} ${n(-ry)}Z`
}

/** Bottle of glass or plastic with its two highlights; glass also shows a thick foot and the level of its content. */
export function bottle(
  ink: Ink,
  { w, h, shoulder, neck, colour, glass = false, softness = 0.5, ry = w * 0.1 }: { w: number; h: number; shoulder: number; neck: number; colour: Colour; glass?: boolean; softness?: number; ry?: number },
): string {
  const outline = bottlePath(w, h, shoulder, neck, ry, softness)
  const side = ink.cylinder(colour, glass ? 0.9 : 0.75)
  const gleam = ink.gleam(glass ? 0.8 : 0.62)
  let art = path(outline, side)
  if (glass) {
    const depth = ink.linear([[0, '#ffffff', 0.6], [0.2, '#ffffff', 0.1], [0.85, '#000000', 0.02], [1, '#000000', 0.28]], [0, 0], [0, 1])
    const level = -h + shoulder + 14
    art += path(outline, depth) +
      line(`M${n(-w / 2 + 8)} ${n(level)}Q0 ${n(level + 20)} ${n(w / 2 - 8)} ${n(level)}`, '#ffffff', 3, 0.5) +
      line(`M${n(-w / 2 + 8)} ${n(-ry - 12)}A${n(w / 2 - 8)} ${n(ry)} 0 0 0 ${n(w / 2 - 8)} ${n(-ry - 12)}`, '#ffffff', 3, 0.5)
  }
  const body = h - shoulder
  return art + reflection(ink, w, -h + shoulder * 0.85, body * 0.86, gleam)
}

/** The lamp in the side of a bottle: a strip, a window of two panes, a broad soft light, or two thin strips. */
function reflection(ink: Ink, w: number, top: number, height: number, gleam: string): string {
  const strip = (x: number, width: number, more = ''): string => rect(w * x, top, w * width, height, w * Math.min(0.06, width / 2), gleam, more)
  const edge = rect(w * 0.37, top + height * 0.06, w * 0.034, height * 0.9, w * 0.017, '#ffffff', 'opacity=".4"')
  if (ink.look.gloss === 'pane')
    return [0, 0.52].map((at) => rect(-w * 0.41, top + height * at, w * 0.15, height * (at ? 0.4 : 0.48), w * 0.025, gleam, 'opacity=".9"')).join('') + edge
  if (ink.look.gloss === 'soft') return strip(-0.44, 0.3, 'opacity=".55" filter="url(#thin)"') + edge
  if (ink.look.gloss === 'twin') return strip(-0.42, 0.04) + strip(-0.35, 0.08, 'opacity=".7"')
  return strip(-0.4, 0.12) + edge
}

/** A cap or collar of metal or lacquer standing at `y`. */
export function cap(ink: Ink, cx: number, y: number, w: number, h: number, metal: Metal | Colour): string {
  const ry = w * 0.08
  const isMetal = typeof metal === 'string'
  const side = isMetal ? ink.metal(metal) : ink.cylinder(metal, 0.9)
  const top = isMetal ? (metal === 'black' ? '#4a3a44' : metal === 'silver' ? '#eef0f4' : metal === 'ivory' ? '#fffaf2' : '#f6e3bd') : hex(tone(metal, 14))
  return drum(cx, y, w, h, ry, side, top) +
    line(`M${n(cx - w / 2)} ${n(y - ry)}a${n(w / 2)} ${n(ry)} 0 0 0 ${n(w)} 0`, '#000000', 2.5, 0.18)
}

/** Three shadows: a long soft one away from the lamp, a short dark one, and a thin line where the pack touches the floor. */
export function shadow(ink: Ink, cx: number, y: number, rx: number, length = 1): string {
  if (ink.look.shadows === 'none') return ''
  const far = hex({ h: ink.backdrop.h - 10, s: 38, l: ink.backdrop.l > 50 ? 38 : 8 })
  const near = hex({ h: ink.backdrop.h - 10, s: 45, l: ink.backdrop.l > 50 ? 20 : 4 })
  const long = ink.look.shadows === 'full' ? ellipse(cx + rx * 1.05 * length, y - 4, rx * 1.7 * length, rx * 0.22, far, 'opacity=".34" filter="url(#soft)"') : ''
  return '<g style="mix-blend-mode:multiply">' + long +
    ellipse(cx + rx * 0.14, y - 1, rx * 1.04, Math.min(26, rx * 0.15), near, 'opacity=".5" filter="url(#near)"') +
    ellipse(cx + rx * 0.02, y - 1, rx * 0.97, Math.min(9, rx * 0.07), near, 'opacity=".6" filter="url(#faint)"') + '</g>'
}
