import { colour, hex, tone } from '../colour.ts'
import type { Colour } from '../colour.ts'
import { metalColour } from '../ink.ts'
import type { Ink } from '../ink.ts'
import { label, mark } from '../label.ts'
import type { Form } from '../pack.ts'
import { can, cap, ellipse, line, path, rect, shadow } from '../shapes.ts'

const GOLD = hex(colour(40, 60, 68))

/** A ring of small lotus marks around a drum, fading towards its edges. */
function beading(w: number, y: number, ry: number, count: number): string {
  return Array.from({ length: count }, (_, k) => {
    const t = ((k + 0.5) / count) * Math.PI
    const [x, dy] = [-Math.cos(t) * (w / 2), Math.sin(t) * ry]
    return `<g fill="${GOLD}" opacity="${(0.35 + 0.6 * Math.sin(t)).toFixed(2)}"><ellipse cx="${x.toFixed(1)}" cy="${(y + dy).toFixed(1)}" rx="${(9 * Math.sin(t) + 1).toFixed(1)}" ry="11"/><circle cx="${x.toFixed(1)}" cy="${(y + dy - 22).toFixed(1)}" r="4"/></g>`
  }).join('')
}

/** Singardaan: the round box for a bride's cosmetics and jewellery. */
export const singardaan: Form = (ink, pack) => {
  const [w, h] = [440, 250]
  const metal = ink.metal(pack.metal)
  const y = -h + 20
  const art = shadow(ink, 0, 0, w / 2) + path(can(0, 0, w, h - 16, 38), ink.cylinder(pack.body, 0.35)) + beading(w, -54, 37, 26) +
    path(can(0, y + 26, w + 20, 112, 40), ink.cylinder(tone(pack.body, 4), 0.45)) + ellipse(0, y - 46, w / 2 + 10, 40, ink.radial([[0, hex(tone(pack.body, 20))], [1, hex(pack.body)]], 0.36, 0.3, 0.9)) +
    [6, 60].map((inset) => `<ellipse cx="0" cy="${y - 46}" rx="${w / 2 - inset}" ry="${34 - inset / 6}" fill="none" stroke="${GOLD}" stroke-width="3.4"/>`).join('') +
    line(`M${-w / 2 - 10} ${y - 14}a${w / 2 + 10} 40 0 0 0 ${w + 20} 0`, GOLD, 8) + ellipse(0, y - 60, 34, 16, metal) + `<circle cx="0" cy="${y - 84}" r="22" fill="${metal}"/><circle cx="-7" cy="${y - 92}" r="6" fill="#fff" opacity=".7"/>` +
    label(pack, { y: y + 98, width: w - 130, ink: '#fff3dc', scale: 0.8 })
  return { art, width: w + 20, height: h + 90, foot: w / 2 }
}

/** Sindoor or kumkum: a turned box, open, heaped with powder, its domed lid beside it. */
export const sindoor: Form = (ink, pack) => {
  const w = 270
  const metal = ink.metal(pack.metal)
  const powder = ink.radial([[0, hex(tone(pack.body, 12))], [0.6, hex(pack.body)], [1, hex(tone(pack.body, -14))]], 0.4, 0.25, 0.8)
  const art = shadow(ink, -90, 0, w / 2) + `<g transform="translate(-90 0)">` + path(can(0, 0, w, 210, 26), ink.cylinder(pack.accent, 0.7)) +
    line(`M${-w / 2} -40A${w / 2} 26 0 0 0 ${w / 2} -40`, GOLD, 6) + line(`M${-w / 2} -170A${w / 2} 26 0 0 0 ${w / 2} -170`, GOLD, 6) +
    ellipse(0, -186, w / 2, 26, metal) + ellipse(0, -188, w / 2 - 12, 21, hex(tone(pack.body, -18))) + path(`M${-w / 2 + 16} -190C-70 -240 -30 -272 4 -274C40 -272 80 -238 ${w / 2 - 16} -190C60 -168 -60 -168 ${-w / 2 + 16} -190Z`, powder) +
    label(pack, { y: -110, width: w - 60, ink: '#fff0d4', scale: 0.68 }) + '</g>' +
    shadow(ink, 150, 8, 110) + `<g transform="translate(150 10)">${path('M-112 -20C-108 -96 -60 -130 0 -134C60 -130 108 -96 112 -20A112 22 0 0 1 -112 -20Z', ink.cylinder(pack.accent, 0.7))}${line('M-112 -24A112 22 0 0 0 112 -24', GOLD, 6)}${line('M-70 -66C-60 -96 -34 -112 -8 -116', '#ffffff', 7, 0.45)}<circle cx="0" cy="-150" r="20" fill="${metal}"/></g>` +
    Array.from({ length: 40 }, () => `<circle cx="${ink.between(-30, 130).toFixed(1)}" cy="${ink.between(14, 46).toFixed(1)}" r="${ink.between(1, 4).toFixed(1)}" fill="${hex(pack.body)}" opacity=".8"/>`).join('')
  return { art, width: 480, height: 290, foot: 240 }
}

/** Card of forty bindis in rows of growing size and changing shade. */
export const bindis: Form = (ink, pack) => {
  const [w, h] = [380, 540]
  let dots = ''
  for (let row = 0; row < 8; row += 1) for (let c = 0; c < 5; c += 1) {
    const [x, y] = [-132 + c * 66, -h + 216 + row * 42]
    const shade = pack.shades[(row + c) % pack.shades.length] ?? pack.body
    const r = 9 + row * 1.35
    dots += (pack.shape === 1 ? path(`M${x} ${y - r * 1.7}C${x + r * 1.5} ${y} ${x + r} ${y + r * 1.1} ${x} ${y + r * 1.1}C${x - r} ${y + r * 1.1} ${x - r * 1.5} ${y} ${x} ${y - r * 1.7}Z`, hex(shade)) : `<circle cx="${x}" cy="${y}" r="${r}" fill="${hex(shade)}"/>`) +
      `<circle cx="${x}" cy="${y}" r="${r * 0.42}" fill="${c % 2 ? '#ffffff' : GOLD}" opacity=".9"/><circle cx="${x - r * 0.3}" cy="${y - r * 0.35}" r="${r * 0.16}" fill="#fff" opacity=".8"/>`
  }
  const art = shadow(ink, 0, 0, w / 2, 0.6) + `<g transform="rotate(-3)">` + rect(-w / 2, -h, w, h, 14, ink.linear([[0, hex(colour(pack.accent.h, 44, 96))], [1, hex(colour(pack.accent.h, 40, 89))]], [0, 0], [1, 1])) +
    line(`M${-w / 2 + 14} ${-h + 14}H${w / 2 - 14}V-14H${-w / 2 + 14}Z`, GOLD, 3) + label(pack, { y: -h + 84, width: w - 80, ink: hex(colour(pack.accent.h, 50, 24)), scale: 0.82 }) + `<g filter="url(#lift)">${dots}</g></g>`
  return { art, width: w, height: h, foot: w / 2 }
}

const BANGLE = { rx: 210, ry: 62 }

/** Half of a glass ring: the back is darker, the front carries the highlights and, on gold, small pearls. */
function half(ink: Ink, y: number, c: Colour, front: boolean): string {
  const { rx, ry } = BANGLE
  const arc = (dy: number, by = 0): string => `M${-rx + by} ${y + dy}A${rx - by} ${ry} 0 0 ${front ? 0 : 1} ${rx - by} ${y + dy}`
  const l = front ? 0 : -12
  const body = ink.linear([[0, hex(tone(c, l - 20))], [0.14, hex(tone(c, l + 6))], [0.26, hex(tone(c, l + 24))], [0.36, hex(tone(c, l + 2))], [0.62, hex(tone(c, l - 10))], [0.82, hex(tone(c, l + 12))], [1, hex(tone(c, l - 24))]])
  const shine = ink.linear([[0, '#ffffff', 0], [0.2, '#ffffff', 0.9], [0.34, '#ffffff', 0.1], [0.7, '#ffffff', 0.05], [0.82, '#ffffff', 0.55], [1, '#ffffff', 0]])
  const gold = c.s > 45 && c.h > 30 && c.h < 50
  return line(arc(0), hex(tone(c, l - 26)), 25) + line(arc(0), body, 20) + (front ? line(arc(-5), shine, 5) : line(arc(5, 6), '#ffffff', 3, 0.2)) +
    (front && gold ? Array.from({ length: 17 }, (_, k) => {
      const t = ((k + 0.5) / 17) * Math.PI
      return `<circle cx="${(-Math.cos(t) * rx).toFixed(1)}" cy="${(y + Math.sin(t) * ry).toFixed(1)}" r="6.4" fill="#fff8e4" stroke="#8a5a1a" stroke-opacity=".5"/>`
    }).join('') : '')
}

/** A stack of bangles, one ring per shade, and their tag. */
export const bangles: Form = (ink, pack) => {
  const at = (k: number): number => -58 - k * 30
  const stack = pack.shades.map((c, k) => half(ink, at(k), c, false)).join('') + pack.shades.map((c, k) => half(ink, at(k), c, true)).join('')
  const tag = `<g transform="translate(168 -96) rotate(6)">${line('M-40 -170C-60 -100 -30 -70 0 -62', '#8a5a2a', 3)}<g filter="url(#lift)">${rect(-92, -62, 184, 160, 8, hex(colour(pack.accent.h, 40, 95)))}</g>${line('M-84 -54H84V90H-84Z', GOLD, 2)}<circle cx="0" cy="-46" r="6" fill="#8a5a2a"/>${label(pack, { x: 0, y: 0, width: 150, ink: hex(colour(pack.accent.h, 46, 22)), scale: 0.62 })}</g>`
  return { art: shadow(ink, 0, 4, 205) + stack + tag, width: 520, height: 130 + pack.shades.length * 30, foot: 215 }
}

/** Gift hamper: a lidded box with a ribbon; shape 1 leaves it open with small packs inside. */
export const hamper: Form = (ink, pack) => {
  const [w, h] = [480, 290]
  const front = ink.linear([[0, hex(tone(pack.body, 7))], [1, hex(tone(pack.body, -8))]], [0, 0], [0.7, 1])
  const ribbon = ink.linear([[0, hex(tone(pack.accent, -10))], [0.3, hex(tone(pack.accent, 14))], [0.6, hex(pack.accent)], [1, hex(tone(pack.accent, -16))]])
  const small = pack.shape !== 1 ? '' :
    `<g transform="translate(-150 ${-h + 40}) scale(.62)">${path(can(0, 0, 150, 300, 16), ink.cylinder(pack.shades[0] ?? pack.accent))}${cap(ink, 0, -290, 90, 90, pack.metal)}</g><g transform="translate(0 ${-h + 40}) scale(.66)">${path(can(0, 0, 190, 200, 18), ink.cylinder(pack.shades[1] ?? pack.accent))}${cap(ink, 0, -180, 196, 90, pack.metal)}</g><g transform="translate(150 ${-h + 40}) scale(.62)">${path('M-90 0V-200C-90 -270 -40 -270 -34 -300H34C40 -270 90 -270 90 -200V0Z', ink.cylinder(pack.shades[2] ?? pack.accent))}${cap(ink, 0, -294, 74, 100, pack.metal)}</g>` +
    Array.from({ length: 46 }, () => line(`M${ink.between(-220, 200).toFixed(0)} ${(-h + ink.between(-30, 12)).toFixed(0)}q${ink.between(-30, 30).toFixed(0)} -34 ${ink.between(-50, 50).toFixed(0)} -4`, hex(tone(pack.accent, ink.between(8, 34))), 5, 0.9)).join('')
  const lid = pack.shape === 1 ? '' : rect(-w / 2 - 12, -h - 66, w + 24, 92, 4, ink.linear([[0, hex(tone(pack.body, 12))], [1, hex(tone(pack.body, -4))]], [0, 0], [0.6, 1])) + line(`M${-w / 2 - 12} ${-h + 27}h${w + 24}`, '#000000', 4, 0.2) +
    rect(-34, -h - 66, 68, 92, 0, ribbon) + path(`M0 ${-h - 72}C-40 ${-h - 150} -150 ${-h - 172} -158 ${-h - 118}C-164 ${-h - 80} -70 ${-h - 66} 0 ${-h - 72}Z`, ribbon) + path(`M0 ${-h - 72}C40 ${-h - 150} 150 ${-h - 172} 158 ${-h - 118}C164 ${-h - 80} 70 ${-h - 66} 0 ${-h - 72}Z`, ribbon) + ellipse(0, -h - 80, 34, 24, hex(tone(pack.accent, 4)))
  const art = shadow(ink, 0, 0, w / 2) + small + rect(-w / 2, -h, w, h, 5, front) + rect(-34, -h, 68, h, 0, ribbon) + lid +
    rect(-118, -h * 0.72, 236, 160, 6, hex(colour(pack.accent.h, 40, 95))) + line(`M-110 ${-h * 0.72 + 8}h220v144h-220z`, GOLD, 2) + label(pack, { y: -h * 0.72 + 58, width: 196, ink: hex(colour(pack.body.h, 46, 22)), scale: 0.7 })
  return { art, width: w + 24, height: h + 160, foot: w / 2 }
}

/** Six mehndi cones, fanned out for lying; shape 1 is a single one. */
export const cones: Form = (ink, pack) => {
  const cone = (turn: number): string => {
    const foil = ink.linear([[0, hex(tone(pack.body, -12))], [0.25, hex(tone(pack.body, 24))], [0.45, hex(pack.body)], [0.8, hex(tone(pack.body, 8))], [1, hex(tone(pack.body, -16))]])
    return `<g transform="rotate(${turn})">${path('M-7 0L-74 -430Q0 -458 74 -430L7 0Z', foil)}${path('M-74 -430Q0 -458 74 -430L70 -404Q0 -430 -70 -404Z', hex(pack.accent))}${Array.from({ length: 4 }, (_, d) => `<circle cx="0" cy="${-170 - d * 56}" r="${6 + d * 3}" fill="none" stroke="${GOLD}" stroke-width="2.6" opacity=".8"/>`).join('')}</g>`
  }
  const turns = pack.shape === 1 ? [-24] : [-50, 50, -30, 30, -10, 10]
  const art = turns.map((turn) => `<g filter="url(#lift)">${cone(turn)}</g>`).join('') +
    `<g filter="url(#lift)">${rect(-96, -276, 192, 168, 84, '#fff8ea')}</g><rect x="-86" y="-266" width="172" height="148" rx="74" fill="none" stroke="${GOLD}" stroke-width="3"/>` +
    label(pack, { y: -216, width: 120, ink: hex(colour(pack.body.h, 50, 18)), scale: 0.5, rule: false })
  return { art, width: 480, height: 460, foot: 150 }
}

/** Discovery set: small phials in a tray, one per shade. */
export const tray: Form = (ink, pack) => {
  const count = pack.shades.length
  const w = count * 104 + 50
  const piece = (x: number, c: Colour): string => `<g transform="translate(${x} -112)">` + path('M-34 0V-170C-34 -196 -20 -196 -18 -214H18C20 -196 34 -196 34 -170V0Z', ink.cylinder(c, 0.9)) + rect(-25, -164, 10, 150, 5, ink.gleam(0.8)) + path(can(0, -208, 44, 86, 4), ink.metal(pack.metal)) + rect(-27, -130, 54, 82, 2, hex(colour(38, 36, 95))) + mark(pack.brand, 1, -84, 46, 17, hex(colour(c.h, 40, 22))) + '</g>'
  const art = shadow(ink, 0, 0, w / 2, 0.6) + path(`M${-w / 2 + 26} -196H${w / 2 - 26}L${w / 2} -120H${-w / 2}Z`, hex(tone(pack.body, -14))) + pack.shades.map((c, k) => piece((k - (count - 1) / 2) * 104, c)).join('') +
    rect(-w / 2, -130, w, 130, 5, ink.linear([[0, hex(tone(pack.body, 8))], [1, hex(tone(pack.body, -8))]], [0, 0], [0.6, 1])) + line(`M${-w / 2 + 9} -121H${w / 2 - 9}V-9H${-w / 2 + 9}Z`, GOLD, 2) +
    label(pack, { y: -82, width: w - 120, ink: pack.body.l > 58 ? hex(colour(pack.body.h, 40, 20)) : '#fff3dc', scale: 0.7, rule: false })
  return { art, width: w, height: 400, foot: w / 2 }
}

/** Cosmetic pouch of cloth with a zip and a tassel; shape 1 scrunchies, shape 2 an open travel pouch. */
export const cloth: Form = (ink, pack) => {
  if (pack.shape === 1) {
    const ring = (x: number, y: number, r: number, c: Colour): string => {
      const folds = Array.from({ length: 46 }, (_, k) => {
        const a = (k / 46) * 360 + ink.between(-3, 3)
        const sheen = Math.cos(((a - 225) * Math.PI) / 90) * 9
        const fold = ink.linear([[0, hex(tone(c, sheen - 22))], [0.3, hex(tone(c, sheen + 4))], [0.5, hex(tone(c, sheen + 20))], [0.7, hex(tone(c, sheen))], [1, hex(tone(c, sheen - 24))]], [0, 0], [0, 1])
        return `<path transform="rotate(${a.toFixed(1)})" d="M${r * 0.34} 0Q${r * 0.62} ${-r * 0.15} ${r * ink.between(0.96, 1.04)} ${-r * 0.06}Q${r * 1.07} 0 ${r} ${r * 0.07}Q${r * 0.62} ${r * 0.13} ${r * 0.34} 0Z" fill="${fold}"/>`
      })
      return `<g filter="url(#lift)"><g transform="translate(${x} ${y})"><circle r="${r * 0.68}" fill="none" stroke="${hex(tone(c, -12))}" stroke-width="${r * 0.6}"/>${folds.filter((_, k) => k % 2 === 0).join('')}${folds.filter((_, k) => k % 2).join('')}</g></g>`
    }
    const [a, b, c] = pack.shades
    const art = ring(-150, -90, 176, a ?? pack.body) + ring(160, -70, 170, b ?? pack.accent) + ring(0, -330, 176, c ?? pack.body) +
      `<g filter="url(#lift)" transform="translate(6 20) rotate(-4)">${rect(-130, -70, 260, 110, 6, hex(colour(pack.accent.h, 40, 95)))}${label(pack, { y: -22, width: 220, ink: hex(colour(pack.accent.h, 44, 22)), scale: 0.6, rule: false })}</g>`
    return { art, width: 660, height: 560, foot: 280 }
  }
  const [w, h] = [500, 300]
  const body = `M${-w / 2 + 20} ${-h}H${w / 2 - 20}C${w / 2 + 20} ${-h + 120} ${w / 2 + 10} -60 ${w / 2 - 20} 0Q0 20 ${-w / 2 + 20} 0C${-w / 2 - 10} -60 ${-w / 2 - 20} ${-h + 120} ${-w / 2 + 20} ${-h}Z`
  const fabric = ink.linear([[0, hex(tone(pack.body, -8))], [0.25, hex(tone(pack.body, 10))], [0.6, hex(pack.body)], [1, hex(tone(pack.body, -16))]], [0, 0], [1, 0.3])
  let motifs = ''
  for (let row = 0; row < 4; row += 1) for (let k = 0; k < 8; k += 1) motifs += `<g transform="translate(${-w / 2 + 30 + k * 64 + (row % 2) * 32} ${-h + 70 + row * 66})">${path('M0 -15C12 -5 12 8 0 15C-12 8 -12 -5 0 -15Z', GOLD, 'opacity=".75"')}</g>`
  const minis = pack.shape !== 2 ? '' : [-150, -30, 100].map((x, k) => `<g transform="translate(${x} ${-h + 40}) scale(.6)">${path(can(0, 0, 120, 260, 14), ink.cylinder(pack.shades[k] ?? pack.accent))}${cap(ink, 0, -250, 84, 90, pack.metal)}</g>`).join('')
  const art = shadow(ink, 0, 0, w / 2) + minis + path(body, fabric) + `<g clip-path="${ink.clip(body)}">${motifs}</g>` + rect(-w / 2 + 16, -h - 10, w - 32, 24, 12, ink.metal(pack.metal)) +
    `<circle cx="${w / 2 - 60}" cy="${-h + 8}" r="14" fill="${hex(metalColour(pack.metal))}"/>` + path(`M${w / 2 - 66} ${-h + 20}h12l8 110q-14 10 -28 0z`, hex(pack.accent)) +
    rect(-112, -192, 224, 132, 8, hex(colour(pack.accent.h, 40, 95))) + label(pack, { y: -142, width: 186, ink: hex(colour(pack.body.h, 46, 22)), scale: 0.66 })
  return { art, width: w + 30, height: h + (pack.shape === 2 ? 150 : 20), foot: w / 2 }
}
