import { shadeOf } from '../../products/families/families.ts'
import type { DemoProduct } from '../../products/product.ts'
import { colour as c, fromHex, tone } from '../colour.ts'
import type { Colour } from '../colour.ts'
import type { Shot } from '../compose.ts'
import { smear } from '../surfaces/liquids.ts'
import { powder, rods } from '../surfaces/solids.ts'
import type { Surface } from '../surfaces/surface.ts'

const BLACK = c(335, 12, 12)

/** A family's pack in the colour of a shade, and how that shade looks from near. */
type Shaded = { shot: (shade: Colour, name: string) => Shot; surface: (seed: number, shade: Colour) => Surface }

const SHADED: Record<string, Shaded> = {
  'LAA-VELV': {
    shot: (body, name) => ({ form: 'lipstick', tall: 82, shape: 1, lines: [name, 'Velvet Matte'], body, accent: c(350, 30, 20), metal: 'rose', props: ['smear'] }),
    surface: (seed, shade) => smear(seed, [shade], { gloss: 12, shine: 0.12 }),
  },
  'NOO-SMUD': {
    shot: (body, name) => ({ form: 'kajal', tall: 124, lines: [name, 'Smudge Kajal'], body: tone(body, body.l < 20 ? 4 : 0), accent: body, metal: 'silver', view: 'top', turn: 40, props: ['smear'] }),
    surface: (seed, shade) => smear(seed, [shade], { gloss: 12, shine: 0.12, thick: 0.5 }),
  },
  'NOO-SKIN': {
    shot: (body, name) => ({ form: 'swatchBottle', tall: 112, lines: ['Second Skin', name], body, accent: c(30, 20, 92), metal: 'rose' }),
    surface: (seed, shade) => smear(seed, [shade]),
  },
  'NOO-VEIL': {
    shot: (body, name) => ({ form: 'compact', tall: 92, lines: ['Matte Veil', name], body, accent: c(344, 34, 26), metal: 'rose' }),
    surface: (seed, shade) => powder(seed, [shade]),
  },
  'LAA-GLOS': {
    shot: (body) => ({ form: 'nails', tall: 78, lines: [], body, accent: BLACK, shades: [body], props: ['smear'] }),
    surface: (seed, shade) => smear(seed, [shade], { gloss: 160, shine: 0.8 }),
  },
  'RAN-CHUR': {
    shot: (body) => ({ form: 'bangles', tall: 88, lines: ['Resham', 'Bangles'], body, accent: body, shades: Array.from({ length: 12 }, (_, k) => tone(body, k % 3 === 1 ? 5 : 0)) }),
    surface: (_seed, shade) => rods(Array.from({ length: 12 }, (_, k) => tone(shade, k % 3 === 1 ? 5 : 0))),
  },
}

/** What comes in sizes or packs: one shot for each of its products. */
const SIZED: Record<string, Shot> = {
  'AMR-REET-S16': { form: 'pouch', tall: 92, shape: 1, lines: ['Reetha &', 'Shikakai'], hindi: 'रीठा', body: c(32, 62, 46), accent: c(32, 60, 40), view: 'top', turn: -6 },
  'AMR-REET-100ML': { form: 'flip', tall: 142, lines: ['Reetha &', 'Shikakai'], hindi: 'रीठा', body: c(28, 62, 38), metal: 'gold', props: ['leaf'] },
  'AMR-REET-200ML': { form: 'flip', tall: 172, shape: 1, lines: ['Reetha &', 'Shikakai'], hindi: 'रीठा', body: c(28, 62, 38), metal: 'gold', props: ['leaf'] },
  'AMR-REET-500ML': { form: 'pump', tall: 226, lines: ['Reetha &', 'Shikakai'], hindi: 'रीठा', body: c(28, 62, 38), props: ['leaf'] },
  'AMR-REET-1L': { form: 'pump', tall: 268, shape: 1, lines: ['Reetha &', 'Shikakai'], hindi: 'रीठा', body: c(28, 62, 38), props: ['leaf'] },
  'AMR-BADM-50ML': { form: 'oil', tall: 112, shape: 1, lines: ['Almond & Amla', 'Hair Oil'], hindi: 'बादाम', body: c(38, 76, 46), accent: c(24, 50, 34), metal: 'gold', props: ['almond'] },
  'AMR-BADM-100ML': { form: 'oil', tall: 138, shape: 2, lines: ['Almond & Amla', 'Hair Oil'], body: c(38, 76, 46), accent: c(24, 50, 34), metal: 'gold', props: ['almond'] },
  'AMR-BADM-200ML': { form: 'oil', tall: 174, lines: ['Almond & Amla', 'Hair Oil'], hindi: 'बादाम', body: c(38, 76, 46), accent: c(24, 50, 34), metal: 'gold', props: ['almond'] },
  'AMR-BADM-500ML': { form: 'pump', tall: 232, shape: 1, lines: ['Almond & Amla', 'Hair Oil'], hindi: 'बादाम', body: c(36, 74, 42), metal: 'gold', props: ['almond'] },
  'ITR-RUHG-3ML': { form: 'attar', tall: 62, lines: ['Ruh Gulab'], hindi: 'रूह गुलाब', body: c(346, 58, 56), accent: c(348, 50, 60), metal: 'rose', props: ['petal'] },
  'ITR-RUHG-6ML': { form: 'attar', tall: 70, shape: 1, lines: ['Ruh Gulab'], hindi: 'रूह गुलाब', body: c(346, 58, 56), accent: c(348, 50, 60), metal: 'rose', props: ['rose'] },
  'ITR-RUHG-12ML': { form: 'attar', tall: 80, shape: 2, lines: ['Ruh Gulab'], hindi: 'रूह गुलाब', body: c(346, 58, 56), accent: c(348, 50, 60), metal: 'rose', props: ['rose', 'petal'] },
  'RAN-KONE-P1': { form: 'cones', tall: 118, shape: 1, lines: ['Bridal', 'Mehndi'], hindi: 'मेहंदी', body: c(346, 60, 34), accent: c(40, 80, 56), view: 'top', props: ['leaf'] },
  'RAN-KONE-P6': { form: 'cones', tall: 118, lines: ['Bridal', 'Mehndi'], hindi: 'मेहंदी', body: c(346, 60, 34), accent: c(40, 80, 56), view: 'top', props: ['leaf'] },
  'RAN-KONE-P12': { form: 'carton', tall: 132, lines: ['Bridal', 'Mehndi Cones'], hindi: 'मेहंदी', body: c(346, 60, 34), accent: c(40, 60, 82), props: ['leaf'] },
  'RAN-KONE-P48': { form: 'hamper', tall: 210, lines: ['Bridal', 'Mehndi Cones'], hindi: 'मेहंदी', body: c(346, 60, 34), accent: c(40, 80, 56) },
}

/** The shot of a family's product; undefined for a product that has none. */
export function familyShot(product: DemoProduct): Shot | undefined {
  const shade = shadeOf(product)
  if (!shade?.colour) return SIZED[product.sku]
  return SHADED[product.family?.code ?? '']?.shot(fromHex(shade.colour), shade.name)
}

/** The texture of a family's product in its colour; undefined where size is all that differs. */
export function familySurface(product: DemoProduct, seed: number): Surface | undefined {
  const shade = shadeOf(product)
  return shade?.colour === undefined ? undefined : SHADED[product.family?.code ?? '']?.surface(seed, fromHex(shade.colour))
}
