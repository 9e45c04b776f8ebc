import { colour as c } from '../colour.ts'
import type { Shot } from '../compose.ts'

export const fragrances: Record<string, Shot> = {
  'ITR-OUDH-50': { form: 'perfume', lines: ['Gulab Oudh', 'Eau de Parfum'], body: c(344, 56, 70), scene: 'rose', wall: 'arch', props: ['rose', 'wood'] },
  'ITR-MOGR-50': { form: 'perfume', shape: 2, lines: ['Mogra', 'Eau de Parfum'], hindi: 'मोगरा', body: c(52, 42, 82), scene: 'forest', wall: 'arch', props: ['jasmine', 'jasmine'] },
  'ITR-KHUS-100': { form: 'perfume', shape: 1, lines: ['Khus', 'Cologne'], body: c(120, 36, 46), metal: 'silver', scene: 'mint', wall: 'window', stand: 'plinth', props: ['leaf', 'citrus'] },
  'KHA-AMBR-75': { form: 'perfume', shape: 1, lines: ['Amber Souk', 'Eau de Parfum'], body: c(26, 78, 38), metal: 'gold', scene: 'umber', wall: 'drape', props: ['wood', 'saffron'] },
  'ITR-KEWR-8': { form: 'attar', lines: ['Kewra Attar'], hindi: 'केवड़ा', body: c(66, 56, 50), accent: c(70, 40, 50), scene: 'sage', wall: 'drape', stand: 'plinth', props: ['leaf', 'jasmine'] },
  'ITR-SHAM-12': { form: 'attar', shape: 2, lines: ['Shamama Attar'], hindi: 'शमामा', body: c(12, 66, 32), accent: c(20, 50, 50), metal: 'copper', scene: 'peach', wall: 'arch', props: ['saffron', 'wood'] },
  'ITR-MITT-10': { form: 'attar', shape: 1, lines: ['Mitti Attar'], hindi: 'मिट्टी', body: c(22, 58, 52), accent: c(24, 40, 50), metal: 'copper', scene: 'sky', wall: 'arch', props: ['drop', 'drop'] },
  'GUL-MIST-150': { form: 'spray', lines: ['Rose', 'Body Mist'], body: c(348, 60, 78), metal: 'rose', scene: 'blush', wall: 'window', props: ['rose', 'petal'] },
  'ITR-CITR-150': { form: 'spray', shape: 1, lines: ['Nimbu', 'Body Mist'], hindi: 'नींबू', body: c(66, 70, 58), metal: 'silver', scene: 'leaf', wall: 'plain', stand: 'plinth', props: ['citrus', 'drop'] },
  'ITR-DEO-50': { form: 'stick', lines: ['Vetiver', 'Deodorant'], body: c(164, 30, 28), accent: c(150, 26, 82), metal: 'silver', scene: 'sage', wall: 'window', stand: 'floor', props: ['neem', 'wood'] },
  'ITR-SOLD-10': { form: 'tin', lines: ['Sandal', 'Solid Perfume'], hindi: 'चंदन', body: c(14, 52, 34), accent: c(38, 62, 80), scene: 'marigold', wall: 'drape', stand: 'floor', props: ['wood', 'almond'] },
  'ITR-DISC-5': { form: 'tray', lines: ['Attar Discovery Set'], body: c(330, 44, 24), shades: [c(346, 60, 60), c(60, 56, 60), c(46, 36, 84), c(130, 36, 46), c(24, 60, 48)], scene: 'dusk', wall: 'arch', stand: 'plinth', props: ['jasmine', 'petal'] },
}
