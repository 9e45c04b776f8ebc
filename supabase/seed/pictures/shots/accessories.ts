import { colour as c } from '../colour.ts'
import type { Shot } from '../compose.ts'

export const accessories: Record<string, Shot> = {
  'TUL-PRO-3': { form: 'brushes', lines: [], body: c(350, 62, 32), accent: c(18, 30, 24), scene: 'plum', wall: 'arch', props: ['powder', 'petal'] },
  'TUL-KABU-1': { form: 'brushes', shape: 1, lines: ['Kabuki'], body: c(334, 14, 14), accent: c(20, 34, 46), scene: 'peach', wall: 'window', props: ['powder', 'pearl'] },
  'TUL-EYE-5': { form: 'brushes', shape: 2, lines: [], body: c(202, 44, 34), accent: c(24, 26, 26), metal: 'silver', scene: 'teal', wall: 'drape', props: ['pearl', 'drop'] },
  'TUL-SPNG-3': { form: 'sponges', lines: ['Blending', 'Sponges'], body: c(338, 60, 58), shades: [c(338, 62, 56), c(22, 56, 66), c(268, 34, 66)], scene: 'orchid', wall: 'plain', stand: 'floor', props: ['drop', 'pearl'] },
  'KES-NEEM-1': { form: 'comb', lines: ['Neem Wood'], body: c(26, 46, 52), scene: 'leaf', wall: 'window', stand: 'plinth', props: ['neem', 'leaf'] },
  'KES-PINS-6': { form: 'carded', shape: 1, lines: ['Pearl', 'Hair Pins'], body: c(340, 30, 68), accent: c(342, 40, 60), scene: 'rose', wall: 'drape', stand: 'floor', props: ['jasmine', 'pearl'] },
  'KES-PADL-1': { form: 'paddle', lines: ['Paddle'], body: c(18, 42, 32), accent: c(20, 30, 74), scene: 'sand', wall: 'arch', props: ['wood', 'leaf'] },
  'KES-SCRU-3': { form: 'cloth', shape: 1, lines: ['Satin Scrunchies'], body: c(330, 50, 50), accent: c(180, 36, 40), shades: [c(176, 40, 40), c(36, 66, 58), c(334, 54, 46)], scene: 'mint', wall: 'window', stand: 'floor', props: ['petal', 'pearl'] },
  'TUL-MIRR-1': { form: 'mirror', lines: ['Hand Mirror'], body: c(350, 56, 42), scene: 'lilac', wall: 'drape', props: ['petal', 'rose'] },
  'TUL-TWZR-1': { form: 'carded', lines: ['Slant', 'Tweezers'], body: c(172, 44, 34), accent: c(172, 36, 50), metal: 'silver', scene: 'sky', wall: 'plain', stand: 'floor', props: ['drop', 'pearl'] },
  'TUL-CURL-1': { form: 'carded', shape: 2, lines: ['Lash', 'Curler'], body: c(350, 60, 50), accent: c(20, 40, 50), metal: 'rose', scene: 'blush', wall: 'window', stand: 'floor', props: ['petal', 'petal'] },
  'TUL-POUC-1': { form: 'cloth', lines: ['Block-Print', 'Pouch'], body: c(226, 44, 32), accent: c(14, 60, 48), scene: 'sand', wall: 'arch', stand: 'plinth', props: ['marigold', 'petal'] },
}
