import { hex, inkOn, tone } from '../colour.ts'
import { metalColour } from '../ink.ts'
import { mark } from '../label.ts'
import type { Form } from '../pack.ts'
import { line, rect } from '../shapes.ts'

/** Lash curler for lying: two rings for the fingers, arms that cross, a cage with its pad, and the spare pad beside it. */
export const curler: Form = (ink, pack) => {
  const c = metalColour(pack.metal)
  const rod = (d: string, width: number): string =>
    line(d, hex(tone(c, -34)), width + 5) + line(d, hex(tone(c, -8)), width) + `<g transform="translate(${-width * 0.14} ${-width * 0.16})">${line(d, hex(tone(c, 24)), width * 0.4)}${line(d, '#ffffff', width * 0.14, 0.8)}</g>`
  const ring = (x: number): string => rod(`M${x} -92a66 66 0 1 0 .1 0Z`, 22)
  const pad = (y: number): string => line(`M-108 ${y}Q0 ${y - 84} 108 ${y}`, hex(tone(pack.body, -18)), 26) + line(`M-108 ${y - 3}Q0 ${y - 87} 108 ${y - 3}`, hex(pack.body), 19) + line(`M-96 ${y - 14}Q0 ${y - 86} 70 ${y - 26}`, '#ffffff', 4, 0.5)
  const art = '<g filter="url(#lift)">' + ring(-104) + ring(104) + rod('M-86 -88C-70 -190 40 -230 52 -330', 24) + rod('M86 -88C70 -190 -40 -230 -52 -330', 24) + '</g>' +
    `<circle cx="0" cy="-236" r="24" fill="${hex(tone(c, -30))}"/><circle cx="0" cy="-236" r="19" fill="${ink.metal(pack.metal)}"/><path d="M-10 -236h20" stroke="#000" stroke-opacity=".4" stroke-width="4"/>` +
    '<g filter="url(#lift)">' + rod('M-52 -326C-60 -356 -112 -350 -116 -392V-520', 20) + rod('M52 -326C60 -356 112 -350 116 -392V-520', 20) + pad(-404) + rod('M-116 -414Q0 -500 116 -414', 14) + rod('M-116 -520Q0 -612 116 -520', 30) + '</g>' +
    `<g transform="rotate(-62 -78 -150)">${mark(pack.brand, -58, -158, 80, 19, hex(tone(c, -46)))}</g>` +
    `<g filter="url(#lift)" transform="translate(238 -330) rotate(64)">${pad(0)}</g><g transform="translate(238 -110)"><g filter="url(#lift)">${rect(-92, -58, 184, 116, 8, hex({ ...pack.body, s: 40, l: 95 }))}</g>${mark(pack.brand, 0, -4, 140, 40, inkOn({ ...pack.body, l: 95 }))}` +
    `<text x="0" y="28" text-anchor="middle" font-family="Jost" font-weight="500" font-size="19" letter-spacing="3" fill="${inkOn({ ...pack.body, l: 95 })}">${pack.lines.join(' ').toUpperCase()}</text></g>`
  return { art, width: 520, height: 600, foot: 160 }
}
