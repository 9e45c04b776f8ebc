import { colour as c } from '../colour.ts'
import type { Shot } from '../compose.ts'

const BLACK = c(335, 12, 12)

export const makeup: Record<string, Shot> = {
  'LAA-KUMK-35': { form: 'lipstick', tall: 82, lines: ['Kumkum', 'Matte'], body: c(354, 76, 40), accent: BLACK, props: ['smear'] },
  'LAA-MULB-35': { form: 'lipstick', tall: 82, shape: 1, lines: ['Mulberry', 'Satin'], body: c(326, 60, 30), accent: c(38, 48, 62), view: 'top', turn: 24, props: ['smear'] },
  'LAA-ROSW-35': { form: 'lipstick', tall: 82, lines: ['Rosewood', 'Nude'], body: c(10, 38, 54), accent: c(14, 36, 84), metal: 'rose', props: ['smear'] },
  'LAA-PAAN-5': { form: 'vial', tall: 112, lines: ['Paan Liquid', 'Lip Colour'], body: c(358, 70, 36), view: 'top', turn: 22, props: ['leaf'] },
  'LAA-FALS-6': { form: 'vial', tall: 112, lines: ['Falsa', 'Sheer Gloss'], body: c(312, 50, 58), metal: 'silver', view: 'top', turn: -28, props: ['berry'] },
  'RAN-JEWL-8': { form: 'palette', oneWay: true, tall: 118, lines: ['Jewel Tones'], body: c(286, 34, 17), shades: [c(276, 60, 34), c(292, 58, 46), c(268, 50, 60), c(318, 56, 50), c(252, 54, 40), c(300, 40, 66), c(330, 60, 36), c(282, 62, 26)] },
  'RAN-HOLI-12': { form: 'palette', oneWay: true, tall: 132, lines: ['Holi'], body: c(336, 40, 18), shades: [c(350, 78, 52), c(24, 88, 54), c(46, 92, 56), c(140, 56, 42), c(190, 70, 44), c(220, 66, 48), c(272, 56, 50), c(322, 70, 54), c(8, 60, 36), c(170, 50, 32), c(60, 70, 72), c(300, 40, 30)], props: ['powder'] },
  'NOO-KAJL-035': { form: 'kajal', tall: 124, lines: ['Deep Kajal'], body: c(338, 10, 14), accent: c(250, 10, 10), view: 'top', turn: 40, props: ['smear'] },
  'NOO-LINR-4': { form: 'vial', tall: 116, shape: 2, lines: ['Ink Liquid', 'Eyeliner'], body: c(250, 12, 10), accent: c(226, 44, 22), view: 'top', turn: -46, props: ['smear'] },
  'NOO-MASC-9': { form: 'vial', tall: 126, shape: 1, lines: ['Volume Mascara'], body: c(330, 14, 10), accent: c(332, 54, 34), view: 'top', turn: 8 },
  'NOO-TINT-30': { form: 'swatchBottle', tall: 112, lines: ['Skin Tint', 'Wheat'], body: c(26, 46, 64), accent: c(24, 14, 16) },
  'NOO-POWD-9': { form: 'compact', tall: 92, lines: ['Pressed Powder', 'Almond'], body: c(28, 44, 76), accent: c(20, 24, 24) },
  'GUL-BLSH-5': { form: 'compact', tall: 78, shape: 1, lines: ['Gulaal', 'Cheek Blush'], body: c(342, 64, 66), accent: c(346, 46, 80), metal: 'rose', props: ['powder'] },
  'NOO-GLOW-15': { form: 'dropper', tall: 88, shape: 1, lines: ['Chandni', 'Glow Drops'], body: c(34, 50, 76), accent: c(36, 30, 92), metal: 'rose', dark: true, props: ['drop'] },
  'LAA-NAIL-MN': { form: 'nails', tall: 62, lines: [], body: c(354, 70, 38), accent: BLACK, shades: [c(18, 56, 30), c(354, 72, 40), c(32, 84, 52)] },
  'LAA-NAIL-MO': { form: 'nails', tall: 62, lines: [], body: c(210, 20, 60), accent: c(220, 10, 92), metal: 'silver', shades: [c(212, 16, 58), c(148, 26, 58), c(268, 30, 70)], view: 'top', turn: -14 },
  'LAA-REMV-100': { form: 'phial', tall: 118, shape: 1, lines: ['Gentle Lacquer', 'Remover'], body: c(330, 50, 82), metal: 'ivory', props: ['drop'] },
  'LAA-SIND-10': { form: 'sindoor', tall: 52, lines: ['Powder'], hindi: 'सिंदूर', body: c(6, 82, 46), accent: c(346, 58, 28) },
  'LAA-BIND-40': { form: 'bindis', tall: 120, lines: ['Velvet Bindi'], hindi: 'बिंदी', body: c(350, 70, 40), accent: c(346, 56, 40), shades: [c(352, 70, 42), c(330, 60, 30), c(28, 84, 50)], view: 'top', turn: 6 },
  'LAA-LSIN-9': { form: 'vial', tall: 108, shape: 2, lines: ['Liquid Sindoor'], body: c(2, 80, 42), accent: c(354, 66, 36), view: 'top', turn: -14, props: ['smear'] },
}
