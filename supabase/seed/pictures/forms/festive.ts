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

/** Card of bindis in rows of growing size and changing shade. */
export const bindis: Form = (ink, pack) => {
  const [w, h] = [380, 540]
  let dots = ''
  for (let row = 0; row < 5; row += 1) for (let c = 0; c < 5; c += 1) {
    const [x, y] = [-132 + c * 66, -h + 224 + row * 60]
    const shade = pack.shades[(row + c) % pack.shades.length] ?? pack.body
    const r = 11 + row * 2.4
    dots += (pack.shape === 1 ? path(`M${x} ${y - r * 1.7}C${x + r * 1.5} ${y} ${x + r} ${y + r * 1.1} ${x} ${y + r * 1.1}C${x - r} ${y + r * 1.1} ${x - r * 1.5} ${y} ${x} ${y - r * 1.7}Z`, hex(shade)) : `<circle cx="${x}" cy="${y}" r="${r}" fill="${hex(shade)}"/>`) +
      `<circle cx="${x}" cy="${y}" r="${r * 0.42}" fill="${c % 2 ? '#ffffff' : GOLD}" opacity=".9"/><circle cx="${x - r * 0.3}" cy="${y - r * 0.35}" r="${r * 0.16}" fill="#fff" opacity=".8"/>`
  }
  const art = shadow(ink, 0, 0, w / 2, 0.6) + `<g transform="rotate(-3)">` + rect(-w / 2, -h, w, h, 14, ink.linear([[0, hex(colour(pack.accent.h, 44, 96))], [1, hex(colour(pack.accent.h, 40, 89))]], [0, 0], [1, 1])) +
    line(`M${-w / 2 + 14} ${-h + 14}H${w / 2 - 14}V-14H${-w / 2 + 14}Z`, GOLD, 3) + label(pack, { y: -h + 84, width: w - 80, ink: hex(colour(pack.accent.h, 50, 24)), scale: 0.82 }) + `<g filter="url(#lift)">${dots}</g></g>`
  return { art, width: w, height: h, foot: w / 2 }
}

function bangle(ink: Ink, y: number, c: Colour, studs: boolean): string {
  const [rx, ry] = [210, 66]
  const body = ink.linear([[0, hex(tone(c, -18))], [0.22, hex(tone(c, 22))], [0.4, hex(c)], [0.62, hex(tone(c, -10))], [0.8, hex(tone(c, 14))], [1, hex(tone(c, -22))]])
  return `<ellipse cx="0" cy="${y}" rx="${rx}" ry="${ry}" fill="none" stroke="${body}" stroke-width="17"/><ellipse cx="0" cy="${y - 5}" rx="${rx - 1}" ry="${ry}" fill="none" stroke="#ffffff" stroke-opacity=".4" stroke-width="2.4"/>` +
    (studs ? Array.from({ length: 15 }, (_, k) => {
      const t = ((k + 0.5) / 15) * Math.PI
      return `<circle cx="${(-Math.cos(t) * rx).toFixed(1)}" cy="${(y + Math.sin(t) * ry).toFixed(1)}" r="5.4" fill="#fff6dc"/>`
    }).join('') : '')
}

/** A stack of bangles, one ring per shade. */
export const bangles: Form = (ink, pack) => {
  const rings = pack.shades.length
  const stack = pack.shades.map((c, k) => bangle(ink, -62 - k * 27, c, c.s > 45 && c.h > 30 && c.h < 50)).join('')
  const tag = `<g transform="translate(196 -40) rotate(10)">${line('M-40 -150C-60 -90 -30 -60 0 -56', '#8a5a2a', 3)}${rect(-76, -56, 160, 150, 8, hex(colour(pack.accent.h, 40, 95)))}${line('M-70 -50H78V88H-70Z', GOLD, 2)}${label(pack, { x: 4, y: -8, width: 130, ink: hex(colour(pack.accent.h, 46, 22)), scale: 0.56 })}</g>`
  return { art: shadow(ink, 0, 0, 205) + stack + tag, width: 520, height: 130 + rings * 27, foot: 215 }
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

/** Mehndi cones tied in a sheaf. */
export const cones: Form = (ink, pack) => {
  const cone = (turn: number, k: number): string => {
    const foil = ink.linear([[0, hex(tone(pack.body, -12))], [0.25, hex(tone(pack.body, 24))], [0.45, hex(pack.body)], [0.8, hex(tone(pack.body, 8))], [1, hex(tone(pack.body, -16))]])
    return `<g transform="rotate(${turn})">${path('M-7 0L-74 -430Q0 -458 74 -430L7 0Z', foil)}${path('M-74 -430Q0 -458 74 -430L70 -404Q0 -430 -70 -404Z', hex(pack.accent))}${k === 2 ? mark(pack.brand, 0, -330, 96, 28, '#fff5df') : Array.from({ length: 4 }, (_, d) => `<circle cx="0" cy="${-170 - d * 56}" r="${6 + d * 3}" fill="none" stroke="${GOLD}" stroke-width="2.6" opacity=".8"/>`).join('')}</g>`
  }
  const art = shadow(ink, 0, 0, 130) + [-26, 26, 0].map((turn, k) => cone(turn, k)).join('') +
    path('M-74 -150C-30 -126 30 -126 74 -150L66 -96C30 -78 -30 -78 -66 -96Z', ink.metal(pack.metal)) +
    `<g transform="translate(0 -232)">${label({ ...pack, brand: pack.lines[0] ?? '', lines: pack.lines.slice(1) }, { y: 0, width: 78, ink: '#fff5df', scale: 0.42, rule: false })}</g>`
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
    const ring = (x: number, y: number, r: number, c: Colour): string => shadow(ink, x, y + r * 0.62, r) + Array.from({ length: 30 }, (_, k) => {
      const a = (k / 30) * Math.PI * 2
      const lightness = Math.sin(a * 5 + k) * 9 - Math.cos(a - 2.2) * -8
      return `<ellipse cx="${(x + Math.cos(a) * r * 0.72).toFixed(1)}" cy="${(y + Math.sin(a) * r * 0.46).toFixed(1)}" rx="${(r * 0.34).toFixed(1)}" ry="${(r * 0.2).toFixed(1)}" transform="rotate(${((a * 180) / Math.PI).toFixed(1)} ${(x + Math.cos(a) * r * 0.72).toFixed(1)} ${(y + Math.sin(a) * r * 0.46).toFixed(1)})" fill="${hex(tone(c, lightness))}"/>`
    }).join('')
    const [a, b, c] = pack.shades
    const art = ring(-130, -70, 150, a ?? pack.body) + ring(150, -50, 140, b ?? pack.accent) + ring(10, -210, 146, c ?? pack.body) +
      `<g transform="translate(0 60)">${rect(-120, -66, 240, 92, 6, hex(colour(pack.accent.h, 40, 95)))}${label(pack, { y: -28, width: 210, ink: hex(colour(pack.accent.h, 44, 22)), scale: 0.6, rule: false })}</g>`
    return { art, width: 600, height: 350, foot: 280 }
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
