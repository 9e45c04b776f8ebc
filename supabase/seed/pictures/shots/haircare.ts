import { colour as c } from '../colour.ts'
import type { Shot } from '../compose.ts'

export const haircare: Record<string, Shot> = {
  'AMR-BHRI-200': { form: 'oil', lines: ['Bhringraj', 'Hair Oil'], hindi: 'भृंगराज', body: c(46, 64, 24), accent: c(140, 40, 30), metal: 'copper', scene: 'forest', wall: 'arch', props: ['leaf', 'neem'] },
  'AMR-COCO-250': { form: 'oil', shape: 1, lines: ['Cold-Pressed', 'Coconut Oil'], hindi: 'नारियल', body: c(52, 40, 84), accent: c(200, 46, 42), metal: 'ivory', scene: 'mint', wall: 'window', props: ['leaf', 'drop'] },
  'KAV-ARGN-100': { form: 'dropper', shape: 2, lines: ['Argan', 'Hair Serum'], body: c(36, 84, 50), scene: 'sand', wall: 'arch', props: ['almond', 'almond'] },
  'KAV-ROSM-100': { form: 'dropper', shape: 1, lines: ['Rosemary', 'Scalp Tonic'], body: c(160, 34, 40), accent: c(158, 20, 18), metal: 'silver', scene: 'leaf', wall: 'drape', stand: 'plinth', props: ['neem', 'drop'] },
  'AMR-HIBI-300': { form: 'pump', lines: ['Hibiscus', 'Shampoo'], hindi: 'गुड़हल', body: c(350, 62, 42), scene: 'coral', wall: 'arch', props: ['rose', 'petal'] },
  'KAV-CURR-250': { form: 'flip', shape: 1, lines: ['Onion &', 'Curry Leaf', 'Shampoo'], body: c(318, 34, 40), metal: 'silver', scene: 'orchid', wall: 'window', props: ['neem', 'drop'] },
  'KAV-SHIK-200': { form: 'flip', shape: 2, lines: ['Shikakai', 'Conditioner'], body: c(24, 38, 36), metal: 'gold', scene: 'peach', wall: 'plain', stand: 'plinth', props: ['almond', 'wood'] },
  'AMR-BANA-200': { form: 'jar', shape: 2, lines: ['Banana & Honey Mask'], body: c(44, 78, 56), accent: c(46, 70, 84), scene: 'teal', wall: 'arch', stand: 'podium', props: ['drop', 'leaf'] },
  'RAN-HENN-200': { form: 'pouch', lines: ['Rajasthani', 'Henna Powder'], hindi: 'मेहंदी', body: c(96, 36, 32), accent: c(74, 40, 42), scene: 'sand', wall: 'window', stand: 'plinth', props: ['powder', 'leaf'] },
  'RAN-CHES-120': { form: 'carton', lines: ['Cream', 'Hair Colour', 'Chestnut'], body: c(16, 52, 28), accent: c(34, 50, 88), scene: 'blush', wall: 'drape', stand: 'floor', props: ['almond', 'petal'] },
  'KAV-CURL-150': { form: 'tube', shape: 1, lines: ['Flaxseed', 'Curl Cream'], body: c(188, 40, 40), accent: c(190, 30, 50), metal: 'copper', scene: 'stone', wall: 'arch', props: ['powder', 'leaf'] },
  'KAV-SALT-150': { form: 'spray', lines: ['Sea Salt', 'Setting Spray'], body: c(198, 50, 60), metal: 'silver', scene: 'sky', wall: 'drape', stand: 'plinth', props: ['pearl', 'drop'] },
}
