import type { StillLife } from './wide.ts'

/** The home page's slides: the calm third is on the left, under the text; phones get their own crop, with the packs low. */
export const BANNERS: Record<string, StillLife> = {
  wedding: {
    width: 2000, height: 940, pixels: 1600, scene: 'rose', floor: 730, spot: [0.66, 0.3], arches: [[930, 160, 420], [1420, 160, 420]],
    packs: [
      { sku: 'ITR-OUDH-50', x: 1640, y: 650, tall: 400, stand: [165, 150] }, { sku: 'SHR-SING-1', x: 1150, y: 650, tall: 250, stand: [235, 150] },
      { sku: 'LAA-KUMK-35', x: 1400, y: 820, tall: 380, stand: [165, 52] }, { sku: 'KAV-VITC-30', x: 900, y: 820, tall: 330, stand: [120, 46] }, { sku: 'LAA-NAIL-MN', x: 1760, y: 860, tall: 180 },
    ],
    props: [['petal', 1080, 875, 0.8, -20], ['petal', 1190, 892, 0.5, 30], ['petal', 740, 875, 0.55, 12], ['rose', 1570, 878, 0.6, 0]],
  },
  skincare: {
    width: 2000, height: 940, pixels: 1600, scene: 'peach', floor: 730, spot: [0.64, 0.3], arches: [[1120, 140, 480]],
    packs: [
      { sku: 'AMR-ALOE-100', x: 1640, y: 730, tall: 230, stand: [165, 90], square: true }, { sku: 'KAV-KUMK-20', x: 1360, y: 650, tall: 400, stand: [190, 150] }, { sku: 'GUL-SAFF-50', x: 1100, y: 790, tall: 240, stand: [240, 60] },
      { sku: 'KAV-SUN-50', x: 1820, y: 820, tall: 330 }, { sku: 'AMR-UBTN-100', x: 860, y: 820, tall: 220, stand: [130, 40] },
    ],
    props: [['citrus', 1500, 860, 0.7, 0], ['saffron', 1320, 872, 0.7, 0], ['almond', 700, 868, 0.6, 0]],
  },
  haircare: {
    width: 2000, height: 940, pixels: 1600, scene: 'sage', floor: 730, spot: [0.66, 0.3], arches: [[900, 180, 380], [1320, 130, 440]],
    packs: [
      { sku: 'AMR-BHRI-200', x: 1540, y: 650, tall: 420, stand: [160, 150] }, { sku: 'AMR-HIBI-300', x: 1090, y: 660, tall: 400, stand: [150, 140] }, { sku: 'KAV-ARGN-100', x: 1310, y: 820, tall: 330, stand: [130, 50] },
      { sku: 'KES-NEEM-1', x: 1780, y: 850, tall: 150 }, { sku: 'AMR-COCO-250', x: 890, y: 820, tall: 340 },
    ],
    props: [['leaf', 740, 870, 0.7, 20], ['neem', 1500, 878, 0.7, 0], ['leaf', 1130, 882, 0.6, -14]],
  },
  festive: {
    width: 2000, height: 940, pixels: 1600, scene: 'plum', floor: 730, spot: [0.68, 0.35], arches: [[1080, 140, 500]],
    packs: [
      { sku: 'SHR-BRID-1', x: 1330, y: 650, tall: 340, stand: [270, 150], square: true }, { sku: 'RAN-BANG-12', x: 1710, y: 820, tall: 260, stand: [190, 50] }, { sku: 'ITR-MOGR-50', x: 980, y: 770, tall: 370, stand: [135, 70] },
      { sku: 'GUL-CAND-180', x: 790, y: 846, tall: 230 }, { sku: 'RAN-ALTA-60', x: 1130, y: 858, tall: 260 },
    ],
    props: [['marigold', 1450, 866, 0.7, 0], ['marigold', 1540, 890, 0.5, 0], ['petal', 900, 886, 0.6, -20], ['rose', 1880, 880, 0.5, 0]],
  },
}

const phone = { width: 1000, height: 820, pixels: 800 } as const

export const PHONE_BANNERS: Record<string, StillLife> = {
  wedding: {
    ...phone, scene: 'rose', floor: 603, spot: [0.5, 0.4], arches: [[60, 55, 400], [540, 55, 400]],
    packs: [{ sku: 'ITR-OUDH-50', x: 745, y: 533, tall: 400, stand: [160, 130] }, { sku: 'SHR-SING-1', x: 260, y: 533, tall: 240, stand: [220, 130] }, { sku: 'LAA-KUMK-35', x: 500, y: 713, tall: 390, stand: [160, 55] }, { sku: 'LAA-NAIL-MN', x: 820, y: 763, tall: 180 }],
    props: [['petal', 190, 753, 0.8, -20], ['petal', 300, 772, 0.55, 30], ['petal', 650, 772, 0.6, -40]],
  },
  skincare: {
    ...phone, scene: 'peach', floor: 603, spot: [0.5, 0.4], arches: [[250, 35, 500]],
    packs: [{ sku: 'KAV-KUMK-20', x: 500, y: 503, tall: 410, stand: [190, 150] }, { sku: 'KAV-SUN-50', x: 850, y: 683, tall: 340, stand: [110, 40] }, { sku: 'GUL-SAFF-50', x: 240, y: 713, tall: 250, stand: [220, 50] }],
    props: [['citrus', 640, 763, 0.8, 0], ['saffron', 470, 772, 0.8, 0]],
  },
  haircare: {
    ...phone, scene: 'sage', floor: 603, spot: [0.5, 0.4], arches: [[80, 65, 380], [520, 65, 400]],
    packs: [{ sku: 'AMR-BHRI-200', x: 720, y: 533, tall: 430, stand: [150, 130] }, { sku: 'AMR-HIBI-300', x: 270, y: 533, tall: 410, stand: [150, 130] }, { sku: 'KAV-ARGN-100', x: 490, y: 713, tall: 330, stand: [130, 50] }],
    props: [['leaf', 200, 763, 0.8, 20], ['neem', 780, 772, 0.8, 0]],
  },
  festive: {
    ...phone, scene: 'plum', floor: 603, spot: [0.5, 0.4], arches: [[240, 35, 520]],
    packs: [{ sku: 'SHR-BRID-1', x: 500, y: 503, tall: 340, stand: [270, 150], square: true }, { sku: 'RAN-BANG-12', x: 760, y: 723, tall: 250, stand: [180, 45] }, { sku: 'ITR-MOGR-50', x: 230, y: 713, tall: 370, stand: [130, 50] }],
    props: [['marigold', 470, 753, 0.9, 0], ['marigold', 560, 772, 0.6, 0], ['petal', 380, 772, 0.6, -20]],
  },
}

const category = { width: 874, height: 1250, pixels: 560, floor: 900, spot: [0.42, 0.3] as const, arches: [] }

/** One picture per top category, upright and without its own arch: the page shows it through the cusped window. */
export const CATEGORIES: Record<string, StillLife> = {
  skincare: { ...category, scene: 'rose', packs: [{ sku: 'KAV-VITC-30', x: 437, y: 850, tall: 570, stand: [240, 110] }, { sku: 'GUL-SAFF-50', x: 215, y: 1070, tall: 190 }, { sku: 'AMR-NEEM-100', x: 660, y: 1080, tall: 370 }], props: [['petal', 430, 1120, 0.8, -20], ['petal', 520, 1160, 0.5, 30]] },
  makeup: { ...category, scene: 'blush', packs: [{ sku: 'LAA-KUMK-35', x: 437, y: 850, tall: 510, stand: [250, 110] }, { sku: 'RAN-JEWL-8', x: 225, y: 1100, tall: 270 }, { sku: 'LAA-NAIL-MN', x: 635, y: 1090, tall: 210 }], props: [['petal', 420, 1160, 0.7, 20]] },
  haircare: { ...category, scene: 'sage', packs: [{ sku: 'AMR-BHRI-200', x: 430, y: 850, tall: 600, stand: [220, 110] }, { sku: 'AMR-HIBI-300', x: 670, y: 1070, tall: 400 }, { sku: 'KES-NEEM-1', x: 235, y: 1090, tall: 150 }], props: [['neem', 450, 1150, 0.8, 0]] },
  fragrances: { ...category, scene: 'peach', packs: [{ sku: 'ITR-OUDH-50', x: 437, y: 850, tall: 590, stand: [230, 110] }, { sku: 'ITR-SHAM-12', x: 190, y: 1080, tall: 330 }, { sku: 'ITR-KHUS-100', x: 680, y: 1080, tall: 350 }], props: [['jasmine', 430, 1140, 0.8, 0]] },
  accessories: { ...category, scene: 'plum', packs: [{ sku: 'TUL-PRO-3', x: 437, y: 850, tall: 620, stand: [250, 110] }, { sku: 'TUL-SPNG-3', x: 670, y: 1080, tall: 210 }, { sku: 'TUL-KABU-1', x: 190, y: 1080, tall: 270 }], props: [['petal', 420, 1150, 0.8, -20], ['petal', 510, 1180, 0.5, 30]] },
  novelty: { ...category, scene: 'lilac', packs: [{ sku: 'SHR-SING-1', x: 437, y: 850, tall: 340, stand: [270, 110] }, { sku: 'RAN-BANG-12', x: 205, y: 1100, tall: 230 }, { sku: 'RAN-ALTA-60', x: 660, y: 1090, tall: 330 }], props: [['marigold', 430, 1140, 0.8, 0], ['marigold', 510, 1175, 0.5, 0]] },
}
