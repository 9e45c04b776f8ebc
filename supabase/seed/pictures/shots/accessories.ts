import { colour as c } from '../colour.ts'
import type { Shot } from '../compose.ts'

export const accessories: Record<string, Shot> = {
  'TUL-PRO-3': { form: 'brushes', tall: 192, lines: [], body: c(350, 62, 32), accent: c(18, 30, 24), turn: 12 },
  'TUL-KABU-1': { form: 'brushes', tall: 84, shape: 1, lines: ['Kabuki'], body: c(334, 14, 14), accent: c(20, 34, 46), view: 'front' },
  'TUL-EYE-5': { form: 'brushes', tall: 172, shape: 2, lines: [], body: c(202, 44, 34), accent: c(24, 26, 26), metal: 'silver', turn: -10 },
  'TUL-SPNG-3': { form: 'sponges', tall: 62, lines: ['Blending', 'Sponges'], body: c(338, 60, 58), shades: [c(338, 62, 56), c(22, 56, 66), c(268, 34, 66)], view: 'front' },
  'KES-NEEM-1': { form: 'comb', tall: 84, lines: ['Neem Wood'], body: c(26, 46, 52), turn: -24, props: ['neem'] },
  'KES-PINS-6': { form: 'carded', tall: 142, shape: 1, lines: ['Pearl', 'Hair Pins'], body: c(340, 30, 68), accent: c(342, 40, 60), turn: -7 },
  'KES-PADL-1': { form: 'paddle', tall: 238, lines: ['Paddle'], body: c(18, 42, 32), accent: c(20, 30, 74), turn: 28 },
  'KES-SCRU-3': { form: 'cloth', tall: 178, shape: 1, lines: ['Satin Scrunchies'], body: c(330, 50, 50), accent: c(180, 36, 40), shades: [c(176, 40, 40), c(36, 66, 58), c(334, 54, 46)] },
  'TUL-MIRR-1': { form: 'mirror', tall: 244, lines: ['Hand Mirror'], body: c(350, 56, 42), turn: 32 },
  'TUL-TWZR-1': { form: 'carded', tall: 152, lines: ['Slant', 'Tweezers'], body: c(172, 44, 34), accent: c(172, 36, 50), metal: 'silver', turn: 9 },
  'TUL-CURL-1': { form: 'curler', tall: 112, lines: ['Lash', 'Curler'], body: c(350, 60, 50), accent: c(20, 40, 50), metal: 'rose', turn: -18 },
  'TUL-POUC-1': { form: 'cloth', tall: 134, lines: ['Block-Print', 'Pouch'], body: c(226, 44, 32), accent: c(14, 60, 48), view: 'front' },
}
