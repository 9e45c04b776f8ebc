// Renders the pictures of the shop itself, not of a product: node supabase/seed/pictures/house.ts
// They are in app/public, because a shop without the demo catalogue shows them too; so they contain no maker's name.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { develop } from './develop.ts'
import { stillLife } from './wide.ts'
import type { StillLife } from './wide.ts'

const tools = new Map(['TUL-PRO-3', 'TUL-MIRR-1', 'RAN-BANG-12', 'LAA-BIND-40', 'KES-NEEM-1'].map((sku) => [sku, { brand: '', size: '' }]))

const HOUSE: Record<string, StillLife> = {
  account: {
    width: 2000, height: 940, pixels: 1600, scene: 'plum', floor: 730, spot: [0.68, 0.35], arches: [[1130, 130, 500]],
    packs: [{ sku: 'TUL-PRO-3', x: 1380, y: 650, tall: 430, stand: [230, 150] }, { sku: 'TUL-MIRR-1', x: 1760, y: 850, tall: 330 }, { sku: 'RAN-BANG-12', x: 1060, y: 840, tall: 230, stand: [180, 50] }],
    props: [['marigold', 1520, 872, 0.7, 0], ['marigold', 1600, 896, 0.5, 0], ['rose', 1270, 888, 0.5, 0], ['petal', 860, 884, 0.6, -20], ['petal', 930, 900, 0.45, 24]],
  },
  'account-phone': {
    width: 1000, height: 760, pixels: 800, scene: 'plum', floor: 560, spot: [0.5, 0.35], arches: [[260, 50, 480]],
    packs: [{ sku: 'TUL-PRO-3', x: 500, y: 500, tall: 350, stand: [210, 120] }, { sku: 'TUL-MIRR-1', x: 830, y: 690, tall: 290 }, { sku: 'RAN-BANG-12', x: 190, y: 680, tall: 210, stand: [150, 40] }],
    props: [['marigold', 600, 700, 0.8, 0], ['petal', 400, 715, 0.7, -20], ['petal', 480, 735, 0.5, 24]],
  },
  welcome: {
    width: 2000, height: 940, pixels: 1600, scene: 'rose', floor: 730, spot: [0.66, 0.3], arches: [[930, 160, 420], [1420, 160, 420]],
    packs: [{ sku: 'TUL-PRO-3', x: 1630, y: 650, tall: 410, stand: [200, 150] }, { sku: 'RAN-BANG-12', x: 1130, y: 650, tall: 260, stand: [210, 150] }, { sku: 'TUL-MIRR-1', x: 1400, y: 862, tall: 330 }, { sku: 'KES-NEEM-1', x: 900, y: 840, tall: 170 }],
    props: [['petal', 1080, 875, 0.8, -20], ['petal', 1180, 892, 0.5, 30], ['rose', 1520, 872, 0.7, 0], ['petal', 740, 875, 0.55, 12]],
  },
  'welcome-phone': {
    width: 1000, height: 820, pixels: 800, scene: 'rose', floor: 600, spot: [0.5, 0.4], arches: [[60, 60, 400], [540, 60, 400]],
    packs: [{ sku: 'TUL-PRO-3', x: 745, y: 530, tall: 390, stand: [170, 130] }, { sku: 'RAN-BANG-12', x: 260, y: 530, tall: 240, stand: [190, 130] }, { sku: 'TUL-MIRR-1', x: 490, y: 730, tall: 320 }],
    props: [['petal', 190, 740, 0.8, -20], ['petal', 300, 770, 0.55, 30], ['rose', 640, 740, 0.8, 0]],
  },
}

const folder = path.join(import.meta.dirname, '../../../app/public/pictures')
await mkdir(folder, { recursive: true })
for (const [name, life] of Object.entries(HOUSE)) {
  const height = Math.round((life.pixels * life.height) / life.width)
  await writeFile(path.join(folder, `${name}.webp`), await develop(stillLife(name, life, tools), life.pixels, height))
}
