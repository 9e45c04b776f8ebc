import { colour as c } from '../colour.ts'
import type { Shot } from '../compose.ts'

export const haircare: Record<string, Shot> = {
  'AMR-BHRI-200': { form: 'oil', tall: 176, lines: ['Bhringraj', 'Hair Oil'], hindi: 'भृंगराज', body: c(46, 64, 24), accent: c(140, 40, 30), metal: 'copper', props: ['leaf', 'neem'] },
  'AMR-COCO-250': { form: 'oil', tall: 172, shape: 1, lines: ['Cold-Pressed', 'Coconut Oil'], hindi: 'नारियल', body: c(52, 40, 84), accent: c(200, 46, 42), metal: 'ivory', props: ['coconut'] },
  'KAV-ARGN-100': { form: 'dropper', tall: 136, shape: 2, lines: ['Argan', 'Hair Serum'], body: c(36, 84, 50), props: ['almond'] },
  'KAV-ROSM-100': { form: 'dropper', tall: 152, shape: 1, lines: ['Rosemary', 'Scalp Tonic'], body: c(160, 34, 40), accent: c(158, 20, 18), metal: 'silver', props: ['rosemary'] },
  'AMR-HIBI-300': { form: 'pump', tall: 196, lines: ['Hibiscus', 'Shampoo'], hindi: 'गुड़हल', body: c(350, 62, 42), props: ['hibiscus'] },
  'KAV-CURR-250': { form: 'flip', tall: 182, shape: 1, lines: ['Onion &', 'Curry Leaf', 'Shampoo'], body: c(318, 34, 40), metal: 'silver', props: ['neem'] },
  'KAV-SHIK-200': { form: 'flip', tall: 172, shape: 2, lines: ['Shikakai', 'Conditioner'], body: c(24, 38, 36), metal: 'gold' },
  'AMR-BANA-200': { form: 'jar', tall: 92, shape: 2, lines: ['Banana & Honey Mask'], body: c(44, 78, 56), accent: c(46, 70, 84), props: ['banana'] },
  'RAN-HENN-200': { form: 'pouch', tall: 188, lines: ['Rajasthani', 'Henna Powder'], hindi: 'मेहंदी', body: c(96, 36, 32), accent: c(74, 40, 42), props: ['powder', 'leaf'] },
  'RAN-CHES-120': { form: 'carton', tall: 166, lines: ['Cream', 'Hair Colour', 'Chestnut'], body: c(16, 52, 28), accent: c(34, 50, 88) },
  'KAV-CURL-150': { form: 'tube', tall: 154, shape: 1, lines: ['Flaxseed', 'Curl Cream'], body: c(188, 40, 40), accent: c(190, 30, 50), metal: 'copper', view: 'top', turn: -26, props: ['flax'] },
  'KAV-SALT-150': { form: 'spray', tall: 168, lines: ['Sea Salt', 'Setting Spray'], body: c(198, 50, 60), metal: 'silver', view: 'top', turn: 22, props: ['salt'] },
}
