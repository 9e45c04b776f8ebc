import { Resvg } from '@resvg/resvg-js'
import type { Ink } from '../ink.ts'
import { svg } from '../compose.ts'

/** The edges of what is drawn, in scene units. */
export type Box = { x: number; y: number; width: number; height: number }

const REACH = 1000
const PIXELS = 400

/**
 * Draws the art without anything around it and measures its mask: the box of all pixels that are more than half opaque. `art` is drawn
 * around 0,0 and may reach 1000 units in each direction.
 */
export function boxOf(ink: Ink, art: string): Box {
  const scene = svg(ink, REACH * 2, REACH * 2, `<g transform="translate(${REACH} ${REACH})">${art}</g>`)
  const { pixels } = new Resvg(scene, { fitTo: { mode: 'width', value: PIXELS }, font: { loadSystemFonts: false } }).render()
  let [left, top, right, bottom] = [PIXELS, PIXELS, -1, -1]
  for (let y = 0; y < PIXELS; y += 1) for (let x = 0; x < PIXELS; x += 1) {
    if ((pixels[(y * PIXELS + x) * 4 + 3] ?? 0) < 128) continue
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const unit = (REACH * 2) / PIXELS
  return { x: left * unit - REACH, y: top * unit - REACH, width: (right - left + 1) * unit, height: (bottom - top + 1) * unit }
}

/** The art with its text readable again inside a mirrored group: the lamp changes sides, the print does not. */
export const readable = (art: string): string =>
  art.replaceAll(/<text x="(-?[\d.]+)"/g, (_, x: string) => `<text transform="matrix(-1 0 0 1 ${2 * Number(x)} 0)" x="${x}"`)
    .replaceAll(/<image filter="([^"<>]+)" x="(-?[\d.]+)" y="(-?[\d.]+)" width="([\d.]+)"/g, (_, filter: string, x: string, y: string, width: string) =>
      `<image filter="${filter}" transform="matrix(-1 0 0 1 ${2 * Number(x) + Number(width)} 0)" x="${x}" y="${y}" width="${width}"`)
