import { colour as c } from '../colour.ts'
import type { Shot } from '../compose.ts'

export const novelty: Record<string, Shot> = {
  'SHR-SING-1': { form: 'singardaan', tall: 148, lines: ['Singardaan'], hindi: 'सिंगारदान', body: c(340, 54, 28) },
  'SHR-BRID-1': { form: 'hamper', tall: 286, lines: ['Bridal', 'Trousseau'], body: c(350, 60, 32), accent: c(40, 64, 60) },
  'SHR-TRVL-1': { form: 'cloth', tall: 182, shape: 2, lines: ['Travel Minis'], body: c(174, 42, 30), accent: c(30, 70, 56), shades: [c(348, 52, 70), c(40, 60, 70), c(200, 40, 66)] },
  'SHR-FEST-1': { form: 'hamper', tall: 204, shape: 1, lines: ['Festive Three'], body: c(162, 44, 24), accent: c(40, 70, 58), shades: [c(344, 56, 64), c(36, 66, 62), c(20, 62, 46)] },
  'RAN-BANG-12': { form: 'bangles', tall: 88, lines: ['Glass', 'Bangles'], body: c(350, 60, 40), accent: c(346, 60, 40), shades: [c(40, 68, 54), c(352, 70, 40), c(352, 70, 40), c(146, 54, 30), c(146, 54, 30), c(40, 68, 54), c(352, 70, 40), c(352, 70, 40), c(146, 54, 30), c(146, 54, 30), c(352, 70, 40), c(40, 68, 54)] },
  'RAN-ALTA-60': { form: 'phial', tall: 112, shape: 2, lines: ['Alta'], hindi: 'आलता', body: c(354, 78, 38), props: ['smear'] },
  'RAN-MEHN-6': { form: 'cones', tall: 118, lines: ['Mehndi', 'Cones'], hindi: 'मेहंदी', body: c(136, 48, 28), accent: c(34, 80, 52), view: 'top', props: ['leaf'] },
  'GUL-CAND-180': { form: 'candle', tall: 94, lines: ['Rose Garden', 'Candle'], body: c(346, 48, 58), accent: c(350, 50, 88), props: ['rose', 'petal'] },
  'GUL-HALD-150': { form: 'pouch', tall: 176, lines: ['Haldi Ubtan'], hindi: 'हल्दी', body: c(42, 86, 54), accent: c(36, 84, 48), props: ['turmeric', 'powder'] },
  'RAN-GLIT-6': { form: 'jar', tall: 48, lines: ['Festival', 'Body Glitter'], body: c(288, 54, 50), metal: 'silver', dark: true },
}
