import { colour as c } from '../colour.ts'
import type { Shot } from '../compose.ts'

export const skincare: Record<string, Shot> = {
  'KAV-VITC-30': { form: 'dropper', tall: 98, lines: ['Vitamin C', 'Face Serum'], body: c(26, 82, 52), props: ['citrus', 'drop'] },
  'KAV-KUMK-20': { form: 'dropper', tall: 86, shape: 2, lines: ['Kumkumadi', 'Night Oil'], hindi: 'कुंकुमादि', body: c(34, 78, 42), dark: true, props: ['saffron', 'saffron'] },
  'KAV-HYAL-30': { form: 'dropper', tall: 104, shape: 1, lines: ['Hyaluronic', 'Water Serum'], body: c(202, 54, 62), accent: c(206, 30, 88), metal: 'silver', props: ['drop', 'drop'] },
  'KAV-EYE-15': { form: 'rollon', tall: 92, lines: ['Cucumber', 'Under-Eye'], body: c(96, 36, 62), accent: c(104, 30, 60), metal: 'silver', props: ['cucumber'] },
  'GUL-SAFF-50': { form: 'jar', tall: 62, shape: 2, lines: ['Saffron Night Cream'], body: c(352, 56, 44), accent: c(42, 60, 88), props: ['saffron'] },
  'AMR-ALOE-100': { form: 'jar', tall: 68, shape: 1, lines: ['Aloe Day Gel'], hindi: 'घृतकुमारी', body: c(128, 34, 66), accent: c(138, 32, 36), props: ['aloe'] },
  'KAV-CERA-50': { form: 'jar', tall: 52, lines: ['Ceramide', 'Barrier Cream'], body: c(222, 26, 88), metal: 'silver' },
  'KAV-SUN-50': { form: 'tube', tall: 128, shape: 1, lines: ['Matte Sun Gel', 'SPF 50 PA++++'], body: c(42, 88, 60), accent: c(38, 70, 80), metal: 'ivory', view: 'top', turn: 20 },
  'AMR-NEEM-100': { form: 'tube', tall: 152, lines: ['Neem & Tulsi', 'Face Wash'], body: c(140, 44, 30), metal: 'ivory', props: ['neem', 'leaf'] },
  'GUL-ROSE-100': { form: 'tube', tall: 148, shape: 2, lines: ['Rose Cream', 'Cleanser'], body: c(346, 48, 74), metal: 'rose', view: 'top', turn: -22, props: ['rose', 'petal'] },
  'AMR-UBTN-100': { form: 'jar', tall: 68, shape: 1, lines: ['Ubtan', 'Face Mask'], hindi: 'उबटन', body: c(38, 62, 62), accent: c(20, 52, 34), props: ['powder', 'turmeric'] },
  'HAN-RICE-5': { form: 'pouch', tall: 160, shape: 1, lines: ['Rice Water', 'Sheet Mask'], body: c(36, 30, 92), accent: c(28, 40, 50), turn: -8, props: ['rice'] },
  'GUL-TONR-200': { form: 'spray', tall: 168, shape: 2, lines: ['Rose Water', 'Toner'], hindi: 'गुलाब जल', body: c(342, 58, 74), props: ['rose', 'petal'] },
  'AMR-SOAP-225': { form: 'soap', tall: 84, lines: ['Sandalwood Soap'], body: c(30, 46, 66), accent: c(8, 56, 34), props: ['wood'] },
  'AMR-BODY-300': { form: 'pump', tall: 192, shape: 1, lines: ['Shea Body', 'Lotion'], body: c(32, 34, 84), metal: 'copper' },
  'AMR-HAND-250': { form: 'pump', tall: 174, shape: 2, lines: ['Vetiver', 'Hand Wash'], hindi: 'खस', body: c(150, 30, 34), accent: c(56, 36, 90), metal: 'black', props: ['roots'] },
  'SOL-HAND-75': { form: 'tube', tall: 136, shape: 2, lines: ['Lavender', 'Hand Cream'], body: c(266, 36, 62), metal: 'silver', props: ['lavender'] },
}
