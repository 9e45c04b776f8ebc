import type { Form } from '../pack.ts'
import { flip, pump, rollon, spray } from './bottles.ts'
import { curler } from './curler.ts'
import { bangles, bindis, cloth, cones, hamper, sindoor, singardaan, tray } from './festive.ts'
import { attar, dropper, oil, perfume, phial } from './glass.ts'
import { compact, lipstick, nails, palette, swatchBottle, vial } from './makeup.ts'
import { carton, pouch, soap } from './paper.ts'
import { candle, jar, tin } from './pots.ts'
import { brushes, carded, comb, mirror, paddle, sponges } from './tools.ts'
import { kajal, stick, tube } from './tubes.ts'

const ALL = {
  attar, bangles, bindis, brushes, candle, carded, carton, cloth, comb, compact, cones, curler, dropper, flip, hamper, jar, kajal, lipstick, mirror, nails, oil,
  paddle, palette, perfume, phial, pouch, pump, rollon, sindoor, singardaan, soap, sponges, spray, stick, swatchBottle, tin, tray, tube, vial,
} as const

export type FormName = keyof typeof ALL

/** Every pack that can be drawn, by the name that shots use. */
export const FORMS: Record<FormName, Form> = ALL
