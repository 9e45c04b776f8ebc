import { colour as c } from '../colour.ts'
import type { Shot } from '../compose.ts'

export const skincare: Record<string, Shot> = {
  'KAV-VITC-30': { form: 'dropper', lines: ['Vitamin C', 'Face Serum'], body: c(26, 82, 52), scene: 'peach', wall: 'arch', props: ['citrus', 'drop'] },
  'KAV-KUMK-20': { form: 'dropper', shape: 2, lines: ['Kumkumadi', 'Night Oil'], hindi: 'कुंकुमादि', body: c(34, 78, 42), scene: 'umber', wall: 'window', stand: 'plinth', props: ['saffron', 'marigold'] },
  'KAV-HYAL-30': { form: 'dropper', shape: 1, lines: ['Hyaluronic', 'Water Serum'], body: c(202, 54, 62), accent: c(206, 30, 88), metal: 'silver', scene: 'sky', wall: 'window', props: ['drop', 'drop'] },
  'KAV-EYE-15': { form: 'rollon', lines: ['Cucumber', 'Under-Eye'], body: c(96, 36, 62), accent: c(104, 30, 60), metal: 'silver', scene: 'sage', wall: 'drape', stand: 'floor', props: ['leaf', 'drop'] },
  'GUL-SAFF-50': { form: 'jar', shape: 2, lines: ['Saffron Night Cream'], body: c(352, 56, 44), accent: c(42, 60, 88), scene: 'blush', wall: 'plain', stand: 'plinth', props: ['saffron', 'petal'] },
  'AMR-ALOE-100': { form: 'jar', shape: 1, lines: ['Aloe Day Gel'], hindi: 'घृतकुमारी', body: c(128, 34, 66), accent: c(138, 32, 36), scene: 'leaf', wall: 'arch', props: ['leaf', 'drop'] },
  'KAV-CERA-50': { form: 'jar', lines: ['Ceramide', 'Barrier Cream'], body: c(222, 26, 88), metal: 'silver', scene: 'dusk', wall: 'drape', props: ['pearl', 'pearl'] },
  'KAV-SUN-50': { form: 'tube', shape: 1, lines: ['Matte Sun Gel', 'SPF 50 PA++++'], body: c(42, 88, 60), accent: c(38, 70, 80), metal: 'ivory', scene: 'teal', wall: 'window', stand: 'plinth', props: ['citrus', 'pearl'] },
  'AMR-NEEM-100': { form: 'tube', lines: ['Neem & Tulsi', 'Face Wash'], body: c(140, 44, 30), metal: 'ivory', scene: 'sage', wall: 'arch', props: ['neem', 'leaf'] },
  'GUL-ROSE-100': { form: 'tube', shape: 2, lines: ['Rose Cream', 'Cleanser'], body: c(346, 48, 74), metal: 'rose', scene: 'rose', wall: 'drape', props: ['rose', 'petal'] },
  'AMR-UBTN-100': { form: 'jar', shape: 1, lines: ['Ubtan', 'Face Mask'], hindi: 'उबटन', body: c(38, 62, 62), accent: c(20, 52, 34), scene: 'marigold', wall: 'window', stand: 'plinth', props: ['powder', 'marigold'] },
  'HAN-RICE-5': { form: 'pouch', shape: 1, lines: ['Rice Water', 'Sheet Mask'], body: c(36, 30, 92), accent: c(28, 40, 50), scene: 'lilac', wall: 'plain', stand: 'plinth', props: ['jasmine', 'drop'] },
  'GUL-TONR-200': { form: 'spray', shape: 2, lines: ['Rose Water', 'Toner'], hindi: 'गुलाब जल', body: c(342, 58, 74), scene: 'orchid', wall: 'arch', props: ['rose', 'drop'] },
  'AMR-SOAP-225': { form: 'soap', lines: ['Sandalwood Soap'], body: c(30, 46, 66), accent: c(8, 56, 34), scene: 'sand', wall: 'drape', props: ['wood', 'wood'] },
  'AMR-BODY-300': { form: 'pump', shape: 1, lines: ['Shea Body', 'Lotion'], body: c(32, 34, 84), metal: 'copper', scene: 'stone', wall: 'arch', props: ['almond', 'leaf'] },
  'AMR-HAND-250': { form: 'pump', shape: 2, lines: ['Vetiver', 'Hand Wash'], hindi: 'खस', body: c(150, 30, 34), accent: c(56, 36, 90), metal: 'black', scene: 'mint', wall: 'plain', stand: 'plinth', props: ['leaf', 'drop'] },
  'SOL-HAND-75': { form: 'tube', shape: 2, lines: ['Lavender', 'Hand Cream'], body: c(266, 36, 62), metal: 'silver', scene: 'lilac', wall: 'window', props: ['petal', 'pearl'] },
}
