import { colour as c } from '../colour.ts'
import type { Shot } from '../compose.ts'

export const fragrances: Record<string, Shot> = {
  'ITR-OUDH-50': { form: 'perfume', tall: 104, lines: ['Gulab Oudh', 'Eau de Parfum'], body: c(344, 56, 70), props: ['rose', 'wood'] },
  'ITR-MOGR-50': { form: 'perfume', tall: 98, shape: 2, lines: ['Mogra', 'Eau de Parfum'], hindi: 'मोगरा', body: c(52, 42, 82), dark: true, props: ['jasmine'] },
  'ITR-KHUS-100': { form: 'perfume', tall: 132, shape: 1, lines: ['Khus', 'Cologne'], body: c(120, 36, 46), metal: 'silver', props: ['roots'] },
  'KHA-AMBR-75': { form: 'perfume', tall: 126, shape: 1, lines: ['Amber Souk', 'Eau de Parfum'], body: c(26, 78, 38), metal: 'gold', dark: true, props: ['wood'] },
  'ITR-KEWR-8': { form: 'attar', tall: 72, lines: ['Kewra Attar'], hindi: 'केवड़ा', body: c(66, 56, 50), accent: c(70, 40, 50), props: ['leaf'] },
  'ITR-SHAM-12': { form: 'attar', tall: 78, shape: 2, lines: ['Shamama Attar'], hindi: 'शमामा', body: c(12, 66, 32), accent: c(20, 50, 50), metal: 'copper', view: 'top', turn: 24, props: ['saffron'] },
  'ITR-MITT-10': { form: 'attar', tall: 80, shape: 1, lines: ['Mitti Attar'], hindi: 'मिट्टी', body: c(22, 58, 52), accent: c(24, 40, 50), metal: 'copper', view: 'top', turn: -34 },
  'GUL-MIST-150': { form: 'spray', tall: 164, lines: ['Rose', 'Body Mist'], body: c(348, 60, 78), metal: 'rose', props: ['rose', 'petal'] },
  'ITR-CITR-150': { form: 'spray', tall: 170, shape: 1, lines: ['Nimbu', 'Body Mist'], hindi: 'नींबू', body: c(66, 70, 58), metal: 'silver', view: 'top', turn: -20, props: ['citrus'] },
  'ITR-DEO-50': { form: 'stick', tall: 96, lines: ['Vetiver', 'Deodorant'], body: c(164, 30, 28), accent: c(150, 26, 82), metal: 'silver', props: ['roots'] },
  'ITR-SOLD-10': { form: 'tin', tall: 48, lines: ['Sandal', 'Solid Perfume'], hindi: 'चंदन', body: c(14, 52, 34), accent: c(38, 62, 80), props: ['wood'] },
  'ITR-DISC-5': { form: 'tray', tall: 88, lines: ['Attar Discovery Set'], body: c(330, 44, 24), shades: [c(346, 60, 60), c(60, 56, 60), c(46, 36, 84), c(130, 36, 46), c(24, 60, 48)], props: ['jasmine'] },
}
