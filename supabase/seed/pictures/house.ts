// Renders the pictures of the shop itself, not of a product: node supabase/seed/pictures/house.ts [part of a name]
// They are in app/public, because a shop without the demo catalogue shows them too; so they contain no maker's name.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { develop } from './develop.ts'
import { stillLife } from './wide.ts'
import type { StillLife } from './wide.ts'

const shown = ['TUL-PRO-3', 'TUL-KABU-1', 'RAN-BANG-12', 'KES-NEEM-1', 'ITR-OUDH-50', 'LAA-KUMK-35', 'LAA-MULB-35', 'GUL-BLSH-5', 'NOO-GLOW-15']
const words = new Map(shown.map((sku) => [sku, { brand: '', size: '' }]))

const HOUSE: Record<string, StillLife> = {
  account: {
    width: 2000, height: 940, pixels: 1600, scene: 'plum', floor: 730, spot: [0.68, 0.35], arches: [[1130, 130, 500]],
    packs: [{ sku: 'TUL-PRO-3', x: 1380, y: 650, tall: 430, stand: [230, 150] }, { sku: 'TUL-KABU-1', x: 1760, y: 850, tall: 330 }, { sku: 'RAN-BANG-12', x: 1060, y: 840, tall: 230, stand: [180, 50] }],
    props: [['marigold', 1520, 872, 0.7, 0], ['marigold', 1600, 896, 0.5, 0], ['rose', 1270, 888, 0.5, 0], ['petal', 860, 884, 0.6, -20], ['petal', 930, 900, 0.45, 24]],
  },
  'account-phone': {
    width: 1000, height: 760, pixels: 800, scene: 'plum', floor: 560, spot: [0.5, 0.35], arches: [[260, 50, 480]],
    packs: [{ sku: 'TUL-PRO-3', x: 500, y: 500, tall: 350, stand: [210, 120] }, { sku: 'TUL-KABU-1', x: 830, y: 690, tall: 290 }, { sku: 'RAN-BANG-12', x: 190, y: 680, tall: 210, stand: [150, 40] }],
    props: [['marigold', 600, 700, 0.8, 0], ['petal', 400, 715, 0.7, -20], ['petal', 480, 735, 0.5, 24]],
  },
  welcome: {
    width: 2000, height: 940, pixels: 1600, scene: 'rose', floor: 730, spot: [0.66, 0.3], arches: [[930, 160, 420], [1420, 160, 420]],
    packs: [{ sku: 'TUL-PRO-3', x: 1630, y: 650, tall: 410, stand: [200, 150] }, { sku: 'RAN-BANG-12', x: 1130, y: 650, tall: 260, stand: [210, 150] }, { sku: 'TUL-KABU-1', x: 1400, y: 862, tall: 330 }, { sku: 'KES-NEEM-1', x: 900, y: 840, tall: 170 }],
    props: [['petal', 1080, 875, 0.8, -20], ['petal', 1180, 892, 0.5, 30], ['rose', 1520, 872, 0.7, 0], ['petal', 740, 875, 0.55, 12]],
  },
  'welcome-phone': {
    width: 1000, height: 820, pixels: 800, scene: 'rose', floor: 600, spot: [0.5, 0.4], arches: [[60, 60, 400], [540, 60, 400]],
    packs: [{ sku: 'TUL-PRO-3', x: 745, y: 530, tall: 390, stand: [170, 130] }, { sku: 'RAN-BANG-12', x: 260, y: 530, tall: 240, stand: [190, 130] }, { sku: 'TUL-KABU-1', x: 490, y: 730, tall: 320 }],
    props: [['petal', 190, 740, 0.8, -20], ['petal', 300, 770, 0.55, 30], ['rose', 640, 740, 0.8, 0]],
  },
  // The pages for signing in, and the page about the shop: goods on the stair of prices.
  'sign-in': {
    width: 1200, height: 1500, pixels: 1000, scene: 'rose', floor: 1230, spot: [0.42, 0.22], arches: [],
    packs: [{ sku: 'ITR-OUDH-50', x: 230, y: 720, tall: 420, stand: [190, 560], square: true }, { sku: 'LAA-KUMK-35', x: 600, y: 890, tall: 330, stand: [190, 390], square: true }, { sku: 'GUL-BLSH-5', x: 970, y: 1060, tall: 250, stand: [190, 220], square: true }],
    props: [['marigold', 1020, 1395, 1, 0], ['rose', 860, 1372, 0.7, 0], ['petal', 560, 1390, 0.9, -20], ['petal', 690, 1425, 0.6, 24], ['petal', 330, 1400, 0.5, 10]],
  },
  'sign-in-phone': {
    width: 1680, height: 700, pixels: 1080, scene: 'rose', floor: 560, spot: [0.4, 0.2], arches: [],
    packs: [{ sku: 'ITR-OUDH-50', x: 480, y: 415, tall: 300, stand: [170, 170], square: true }, { sku: 'LAA-KUMK-35', x: 820, y: 485, tall: 250, stand: [170, 100], square: true }, { sku: 'GUL-BLSH-5', x: 1160, y: 550, tall: 200, stand: [170, 40], square: true }],
    props: [['marigold', 1440, 620, 0.9, 0], ['rose', 300, 640, 0.6, 0], ['petal', 180, 610, 0.6, -20], ['petal', 1300, 650, 0.6, 24]],
  },
  about: {
    width: 1300, height: 1092, pixels: 1000, scene: 'marigold', floor: 850, spot: [0.4, 0.25], arches: [],
    packs: [{ sku: 'TUL-PRO-3', x: 185, y: 500, tall: 390, stand: [155, 420], square: true }, { sku: 'RAN-BANG-12', x: 490, y: 620, tall: 250, stand: [155, 300], square: true }, { sku: 'NOO-GLOW-15', x: 795, y: 740, tall: 300, stand: [155, 180], square: true }, { sku: 'KES-NEEM-1', x: 1110, y: 860, tall: 190, stand: [170, 60], square: true }],
    props: [['marigold', 250, 1000, 0.9, 0], ['marigold', 360, 1030, 0.6, 0], ['petal', 640, 1000, 0.8, -20], ['petal', 760, 1035, 0.6, 24], ['leaf', 980, 1020, 0.5, 8]],
  },
  'about-phone': {
    width: 1300, height: 780, pixels: 800, scene: 'marigold', floor: 610, spot: [0.4, 0.25], arches: [],
    packs: [{ sku: 'TUL-PRO-3', x: 185, y: 380, tall: 310, stand: [155, 280], square: true }, { sku: 'RAN-BANG-12', x: 490, y: 460, tall: 200, stand: [155, 200], square: true }, { sku: 'NOO-GLOW-15', x: 795, y: 540, tall: 250, stand: [155, 120], square: true }, { sku: 'KES-NEEM-1', x: 1110, y: 620, tall: 150, stand: [170, 40], square: true }],
    props: [['marigold', 250, 710, 0.7, 0], ['petal', 640, 705, 0.6, -20], ['petal', 760, 730, 0.5, 24]],
  },
}

const only = process.argv[2] ?? ''
const folder = path.join(import.meta.dirname, '../../../app/public/pictures')
await mkdir(folder, { recursive: true })
for (const [name, life] of Object.entries(HOUSE)) {
  if (!name.includes(only)) continue
  const height = Math.round((life.pixels * life.height) / life.width)
  await writeFile(path.join(folder, `${name}.webp`), await develop(stillLife(name, life, words), life.pixels, height))
}
