import type { DemoFamily } from './family.ts'

export const makeupFamilies: readonly DemoFamily[] = [
  {
    code: 'LAA-VELV', number: 1, name: 'Velvet Matte Lipstick', mixedTiers: true,
    options: [{ name: 'Shade', values: [
      { code: 'SIND', name: 'Sindoor Red', colour: '#c0131f' }, { code: 'ANAR', name: 'Anaar', colour: '#8f1f3c' }, { code: 'KOKM', name: 'Kokum Wine', colour: '#561326' },
      { code: 'RANI', name: 'Rani Pink', colour: '#c2185b' }, { code: 'GULB', name: 'Gulabi', colour: '#d9738c' }, { code: 'GAJR', name: 'Gajar Coral', colour: '#e0563c' },
      { code: 'BADM', name: 'Badam Nude', colour: '#c08a72' }, { code: 'MITT', name: 'Mitti Rose', colour: '#a4564c' }, { code: 'CHAI', name: 'Chai Brown', colour: '#74412f' },
      { code: 'JAMN', name: 'Jamun', colour: '#5d1b57' },
    ] }],
    shared: { brand: 'Laali', category: 'lips', hsn: '33041000', gst: 18, genericName: 'Lipstick', maker: 'laali', description: 'A soft, full matte in ten shades named after an Indian kitchen and its garden. Covers in one pass, does not dry out the lips, and stays through lunch.', ingredients: 'Isododecane, Ricinus Communis Seed Oil, Candelilla Cera, Silica, Butyrospermum Parkii Butter, Tocopherol, CI 15850, CI 77491, CI 77891', howToUse: 'Outline with the edge, then fill in. Blot once and apply again for a longer wear.' },
    each: { price: 199, retailPrice: 199, mrp: 299, netQuantity: '3.8 g', tiers: [[6, 10], [12, 16], [36, 22]] },
    products: {
      SIND: { stock: 420, featured: true }, ANAR: { stock: 310 }, KOKM: { stock: 185 }, RANI: { stock: 260 }, GULB: { stock: 144 }, GAJR: { stock: 0 },
      BADM: { stock: 236 }, MITT: { stock: 198 }, CHAI: { stock: 4 }, JAMN: { stock: 127 },
    },
  },
  {
    code: 'NOO-SMUD', number: 2, name: 'Smudge Kajal', mixedTiers: true, arrived: 57,
    options: [{ name: 'Shade', values: [
      { code: 'KALA', name: 'Kaala Black', colour: '#1b181d' }, { code: 'KOFI', name: 'Coffee Brown', colour: '#4d2d1f' }, { code: 'NEEL', name: 'Neelam Blue', colour: '#1d3f94' },
      { code: 'PANN', name: 'Panna Green', colour: '#0f6049' }, { code: 'JAMN', name: 'Jamun Purple', colour: '#5c2766' },
    ] }],
    shared: { brand: 'Noor', category: 'eyes', hsn: '33042000', gst: 18, genericName: 'Kajal', maker: 'noor', description: 'The creamy kajal of the house in five colours, from everyday black to a wedding green. Smudges for a minute, then stays where it is.', ingredients: 'Ricinus Communis Seed Oil, Prunus Amygdalus Dulcis Oil, Cera Alba, Candelilla Cera, CI 77499, CI 77007, CI 77288', howToUse: 'Draw along the lash line and blend within a minute. Sharpen gently.' },
    each: { price: 129, retailPrice: 129, mrp: 185, netQuantity: '0.35 g', minimumOrder: 3, tiers: [[12, 10], [36, 16], [96, 22]] },
    products: { KALA: { stock: 780, featured: true }, KOFI: { stock: 342 }, NEEL: { stock: 164 }, PANN: { stock: 96 }, JAMN: { stock: 0 } },
  },
  {
    code: 'NOO-SKIN', number: 3, name: 'Second Skin Foundation', mixedTiers: true, arrived: 6,
    options: [{ name: 'Tone', values: [
      { code: 'T10', name: '10 Malai', colour: '#f1d5ba' }, { code: 'T20', name: '20 Chandan', colour: '#e6c19b' }, { code: 'T30', name: '30 Wheat', colour: '#d7a97b' },
      { code: 'T40', name: '40 Honey', colour: '#c48f5f' }, { code: 'T50', name: '50 Almond', colour: '#ac774a' }, { code: 'T60', name: '60 Jaggery', colour: '#8f5d38' },
      { code: 'T70', name: '70 Coffee', colour: '#6f4529' }, { code: 'T80', name: '80 Tamarind', colour: '#50301e' },
    ] }],
    shared: { brand: 'Noor', category: 'face', hsn: '33049990', gst: 18, genericName: 'Foundation', maker: 'noor', description: 'Medium coverage that looks like skin, in eight tones matched to Indian complexions from Malai to Tamarind. Warm by nature, without the grey cast.', ingredients: 'Aqua, Dimethicone, Glycerin, Niacinamide, Titanium Dioxide, CI 77491, CI 77492, CI 77499', howToUse: 'Compare two tones along the jaw in daylight. Start in the middle of the face and blend outwards.' },
    each: { price: 549, retailPrice: 549, mrp: 799, netQuantity: '30 ml', tiers: [[6, 9], [12, 14]] },
    products: { T10: { stock: 58 }, T20: { stock: 112 }, T30: { stock: 184, featured: true }, T40: { stock: 176 }, T50: { stock: 131 }, T60: { stock: 88 }, T70: { stock: 0 }, T80: { stock: 36 } },
  },
  {
    code: 'NOO-VEIL', number: 4, name: 'Matte Veil Compact', arrived: 41,
    options: [{ name: 'Tone', values: [
      { code: 'IVOR', name: 'Ivory', colour: '#f0d9c0' }, { code: 'BEIG', name: 'Natural Beige', colour: '#dcb790' }, { code: 'HONY', name: 'Honey', colour: '#c29065' },
      { code: 'TOFF', name: 'Toffee', colour: '#99683f' },
    ] }],
    shared: { brand: 'Noor', category: 'face', hsn: '33049120', gst: 5, genericName: 'Face powder', maker: 'noor', description: 'A talc-light pressed powder with a mirror, in four tones. Takes the shine off for the afternoon and does not cake when it is layered.', ingredients: 'Mica, Talc, Silica, Zinc Stearate, Caprylic/Capric Triglyceride, CI 77491, CI 77492, CI 77499', howToUse: 'Press on with the puff, or sweep on with a brush for less.' },
    each: { price: 349, retailPrice: 349, mrp: 475, netQuantity: '9 g', tiers: [[6, 8], [24, 15]] },
    products: { IVOR: { stock: 74 }, BEIG: { stock: 143 }, HONY: { stock: 119 }, TOFF: { stock: 0 } },
  },
  {
    code: 'LAA-GLOS', number: 5, name: 'High Shine Nail Lacquer', mixedTiers: true,
    options: [{ name: 'Colour', values: [
      { code: 'MIRC', name: 'Mirchi Red', colour: '#c5161d' }, { code: 'RANI', name: 'Rani Pink', colour: '#d81b72' }, { code: 'KAML', name: 'Kamal Pink', colour: '#efa6ba' },
      { code: 'GEND', name: 'Genda Orange', colour: '#ee7a17' }, { code: 'HALD', name: 'Haldi Yellow', colour: '#f2b90c' }, { code: 'MEHN', name: 'Mehndi Green', colour: '#64762b' },
      { code: 'FIRO', name: 'Firoza', colour: '#12919b' }, { code: 'NEEL', name: 'Neelam Blue', colour: '#24439c' }, { code: 'JAMN', name: 'Jamun Purple', colour: '#5a2a73' },
      { code: 'KATH', name: 'Kattha Brown', colour: '#6b3423' }, { code: 'CHAN', name: 'Chandni White', colour: '#f0ebe3' }, { code: 'RAAT', name: 'Raat Black', colour: '#1d1a21' },
    ] }],
    shared: { brand: 'Laali', category: 'nails-and-bindi', hsn: '33043000', gst: 18, genericName: 'Nail lacquer', maker: 'laali', description: 'Twelve colours of one glossy lacquer that dries in three minutes. Covers in two coats, and is free of toluene and formaldehyde.', ingredients: 'Butyl Acetate, Ethyl Acetate, Nitrocellulose, Acetyl Tributyl Citrate, Isopropyl Alcohol, CI 15850, CI 77007, CI 77891', howToUse: 'Two thin coats; let the first one dry. Keep away from flame.' },
    each: { price: 95, retailPrice: 95, mrp: 135, netQuantity: '8 ml', minimumOrder: 2, tiers: [[12, 12], [36, 18], [72, 24]] },
    products: {
      MIRC: { stock: 512, featured: true }, RANI: { stock: 384 }, KAML: { stock: 268 }, GEND: { stock: 147 }, HALD: { stock: 92 }, MEHN: { stock: 0 },
      FIRO: { stock: 176 }, NEEL: { stock: 121 }, JAMN: { stock: 158 }, KATH: { stock: 203 }, CHAN: { stock: 240 }, RAAT: { stock: 189 },
    },
  },
]
