import { cartonOf } from '../../products/carton.ts'
import type { DemoProduct } from '../../products/product.ts'
import { hex } from '../colour.ts'
import { svg } from '../compose.ts'
import type { Ink } from '../ink.ts'
import { typeset } from '../label.ts'
import { line, rect } from '../shapes.ts'
import { room, SIDE } from '../stage.ts'
import { cartonFrame } from './carton.ts'
import { grounded, placed, stage } from './pack.ts'
import type { Goods, Layers } from './pack.ts'

/** A ten-rupee coin is 27 mm across. */
const COIN = 27

function ruler(ink: Ink, x: number, foot: number, unit: number, tall: number): string {
  const centimetres = Math.ceil(tall / 10) + 1
  const length = centimetres * 10 * unit + 26
  const wood = ink.linear([[0, '#d9ac6c'], [0.3, '#f0cf97'], [0.7, '#e6bd7e'], [1, '#c08f4d']])
  const every = unit < 3 ? 5 : 1
  let art = `<g opacity=".4"><g filter="url(#castnear)">${rect(x + 8, foot - length + 8, 92, length, 4, '#000000')}</g></g>` + rect(x, foot - length, 92, length, 4, wood) + rect(x, foot - length, 92, length, 4, 'none', 'stroke="#8a5f28" stroke-opacity=".5" stroke-width="2"')
  for (let mm = 0; mm <= centimetres * 10; mm += every) {
    const y = foot - mm * unit
    art += line(`M${x} ${y.toFixed(1)}h${mm % 10 === 0 ? 40 : mm % 5 === 0 ? 28 : 17}`, '#3a2410', mm % 10 === 0 ? 2.6 : 1.5, 0.9)
    if (mm % 10 === 0 && mm > 0) {
      const size = Math.min(30, unit * 9)
      if (unit >= 3.2 || (mm / 10) % 2 === 0) art += `<text x="${x + 66}" y="${(y + size * 0.35).toFixed(1)}" text-anchor="middle" font-family="Jost" font-weight="500" font-size="${size.toFixed(1)}" fill="#3a2410">${mm / 10}</text>`
    }
  }
  return art
}

function coin(ink: Ink, x: number, y: number, unit: number): string {
  const r = (COIN / 2) * unit
  const ring = hex({ h: ink.backdrop.h, s: 30, l: 26 })
  return `<circle cx="${x}" cy="${y}" r="${r.toFixed(1)}" fill="#fff" fill-opacity=".34" stroke="${ring}" stroke-width="3" stroke-dasharray="9 8"/><circle cx="${x}" cy="${y}" r="${(r * 0.72).toFixed(1)}" fill="none" stroke="${ring}" stroke-width="1.6" opacity=".6"/>` +
    typeset('₹10', x - r * 0.5, y + r * 0.2, r * 0.58, `font-weight="500" fill="${ring}"`)
}

/** Frame 4 of a product that is sold singly: beside a ruler and the outline of a ten-rupee coin, all at the same scale. */
function rulerFrame(goods: Goods): Layers {
  const plain = { ...goods, shot: { ...goods.shot, turn: 0, props: [], dark: undefined } }
  const staged = stage(plain, 0.7, 0.56, SIDE * 0.39)
  const { ink, box } = staged
  const unit = box.height / goods.shot.tall
  const foot = box.y + box.height
  const letters = hex({ h: ink.backdrop.h, s: 30, l: 24 })
  const x = box.x + box.width + 56
  const coinAt = Math.min(SIDE - 24 - Math.max(70, (COIN / 2) * unit), x + 92 + 44 + (COIN / 2) * unit)
  const words = `${goods.shot.tall / 10} cm`
  const topLine = line(`M${box.x} ${box.y}H${x}`, letters, 2, 0.6, 'stroke-dasharray="4 9"') + line(`M${box.x} ${foot}H${x}`, letters, 2, 0.6, 'stroke-dasharray="4 9"')
  const sharp = topLine + ruler(ink, x, foot, unit, goods.shot.tall) + coin(ink, coinAt, foot - (COIN / 2) * unit, unit) + placed(staged) +
    `<text x="${x + 116}" y="${box.y + 15}" font-family="Jost" font-weight="500" font-size="44" fill="${letters}">${words}</text>`
  return { soft: svg(ink, SIDE, SIDE, room(ink, staged.studio) + grounded(staged)), sharp: svg(ink, SIDE, SIDE, sharp) }
}

/** Frame 4: how large it is, or how it is packed for the trade. */
export function scaleFrame(goods: Goods, product: DemoProduct): Layers {
  const count = cartonOf(product)
  return count === null ? rulerFrame(goods) : cartonFrame(goods, count)
}
