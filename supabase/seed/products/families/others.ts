import type { DemoFamily } from './family.ts'

export const otherFamilies: readonly DemoFamily[] = [
  {
    code: 'AMR-REET', number: 6, name: 'Reetha & Shikakai Shampoo',
    options: [{ name: 'Size', values: [
      { code: 'S16', name: '16 sachets' }, { code: '100ML', name: '100 ml' }, { code: '200ML', name: '200 ml' }, { code: '500ML', name: '500 ml' }, { code: '1L', name: '1 litre' },
    ] }],
    shared: { brand: 'Amrita', category: 'shampoo-and-conditioner', hsn: '33051090', gst: 5, genericName: 'Shampoo', maker: 'amrita', description: 'The soapnut wash of a Kerala courtyard as a ready shampoo: mild, amber, and strong enough for an oiled head. From a travel sachet to the litre that salons refill from.', ingredients: 'Aqua, Sodium Cocoyl Isethionate, Cocamidopropyl Betaine, Sapindus Mukorossi Extract, Acacia Concinna Extract, Glycerin', howToUse: 'Lather, leave for a minute, rinse. Twice after oiling.' },
    products: {
      S16: { price: 42, retailPrice: 42, mrp: 48, netQuantity: '16 × 6 ml', unit: 'PAC', stock: 860, minimumOrder: 6, tiers: [[24, 8], [60, 14]] },
      '100ML': { price: 85, retailPrice: 85, mrp: 110, netQuantity: '100 ml', stock: 390, tiers: [[12, 8], [48, 14]] },
      '200ML': { price: 155, retailPrice: 155, mrp: 199, netQuantity: '200 ml', stock: 318, featured: true, tiers: [[12, 10], [48, 16]] },
      '500ML': { price: 335, retailPrice: 335, mrp: 435, netQuantity: '500 ml', stock: 142, tiers: [[6, 8], [24, 15]] },
      '1L': { price: 595, retailPrice: 595, mrp: 780, netQuantity: '1 L', stock: 67, tiers: [[6, 8], [12, 15]] },
    },
  },
  {
    code: 'AMR-BADM', number: 7, name: 'Almond & Amla Hair Oil',
    options: [{ name: 'Size', values: [{ code: '50ML', name: '50 ml' }, { code: '100ML', name: '100 ml' }, { code: '200ML', name: '200 ml' }, { code: '500ML', name: '500 ml' }] }],
    shared: { brand: 'Amrita', category: 'hair-oils', hsn: '33059011', gst: 5, genericName: 'Hair oil', maker: 'amrita', description: 'Sweet almond and amla in light sesame oil, for a massage that washes out with one shampoo. Smells of marzipan, faintly.', ingredients: 'Sesamum Indicum Seed Oil, Prunus Amygdalus Dulcis Oil, Emblica Officinalis Extract, Tocopherol, Parfum', howToUse: 'Massage into the scalp and lengths an hour before washing.' },
    products: {
      '50ML': { price: 75, retailPrice: 75, mrp: 95, netQuantity: '50 ml', stock: 430, tiers: [[24, 10], [72, 16]] },
      '100ML': { price: 135, retailPrice: 135, mrp: 175, netQuantity: '100 ml', stock: 365, tiers: [[12, 8], [48, 15]] },
      '200ML': { price: 239, retailPrice: 239, mrp: 320, netQuantity: '200 ml', stock: 7, tiers: [[12, 10], [24, 15]] },
      '500ML': { price: 525, retailPrice: 525, mrp: 699, netQuantity: '500 ml', stock: 94, tiers: [[6, 8], [12, 13]] },
    },
  },
  {
    code: 'ITR-RUHG', number: 8, name: 'Ruh Gulab Attar', arrived: 16,
    options: [{ name: 'Size', values: [{ code: '3ML', name: '3 ml' }, { code: '6ML', name: '6 ml' }, { code: '12ML', name: '12 ml' }] }],
    shared: { brand: 'Itra', category: 'attar', hsn: '33030090', gst: 18, genericName: 'Attar', maker: 'itra', bestBefore: '60 months from manufacture', description: 'Damask roses picked before sunrise in Hasayan and distilled into sandalwood in a copper deg. Three millilitres are a present, twelve a habit.', ingredients: 'Rosa Damascena Flower Oil, Santalum Album Oil, Citronellol, Geraniol', howToUse: 'Touch to wrists and behind the ears with the stopper.' },
    products: {
      '3ML': { price: 265, retailPrice: 265, mrp: 375, netQuantity: '3 ml', stock: 140, tiers: [[6, 8], [24, 15]] },
      '6ML': { price: 479, retailPrice: 479, mrp: 675, netQuantity: '6 ml', stock: 82, featured: true, tiers: [[6, 8], [12, 14]] },
      '12ML': { price: 875, retailPrice: 875, mrp: 1250, netQuantity: '12 ml', stock: 31, tiers: [[3, 5], [6, 9]] },
    },
  },
  {
    code: 'RAN-CHUR', number: 9, name: 'Resham Glass Bangles', mixedTiers: true, arrived: 25,
    options: [
      { name: 'Colour', values: [
        { code: 'LAAL', name: 'Laal Red', colour: '#b5132b' }, { code: 'HARA', name: 'Hara Green', colour: '#12724b' }, { code: 'FIRO', name: 'Firoza', colour: '#1595a8' },
        { code: 'RANI', name: 'Rani Pink', colour: '#c81d6e' },
      ] },
      { name: 'Size', values: [{ code: '24', name: '2.4' }, { code: '26', name: '2.6' }, { code: '28', name: '2.8' }] },
    ],
    shared: { brand: 'Rang', category: 'festive', hsn: '70181010', gst: 0, genericName: 'Glass bangles', maker: 'rang', bestBefore: 'Does not expire', description: 'A dozen plain Firozabad bangles in one colour, as smooth as silk thread. Sizes are the inner diameter in inches and sixteenths: 2.4 is 57 mm, 2.6 is 60 mm, 2.8 is 64 mm.' },
    each: { price: 89, retailPrice: 89, mrp: 130, netQuantity: '12 pieces', unit: 'SET', minimumOrder: 3, tiers: [[24, 12], [72, 20]] },
    products: {
      'LAAL-24': { stock: 168 }, 'LAAL-26': { stock: 312, featured: true }, 'LAAL-28': { stock: 94 }, 'HARA-24': { stock: 146 }, 'HARA-26': { stock: 275 }, 'HARA-28': { stock: 0 },
      'FIRO-24': { stock: 72 }, 'FIRO-26': { stock: 131 }, 'FIRO-28': { stock: 48 }, 'RANI-24': { stock: 85 }, 'RANI-26': { stock: 157 },
    },
  },
  {
    code: 'RAN-KONE', number: 10, name: 'Bridal Mehndi Cones',
    options: [{ name: 'Pack', values: [{ code: 'P1', name: '1 cone' }, { code: 'P6', name: '6 cones' }, { code: 'P12', name: '12 cones' }, { code: 'P48', name: '48 cones' }] }],
    shared: { brand: 'Rang', category: 'festive', hsn: '14049019', gst: 5, genericName: 'Mehndi cone', maker: 'rang', bestBefore: '9 months from packing', description: 'Fine-tipped cones of Sojat henna with clove oil for bridal work. Stains from orange to deep maroon in two days, without PPD.', ingredients: 'Lawsonia Inermis Leaf Powder, Aqua, Eugenia Caryophyllus Oil, Sucrose', howToUse: 'Cut the tip by a hair’s breadth. Leave the paste on for six hours and keep water away for a day.' },
    products: {
      P1: { price: 32, retailPrice: 32, mrp: 40, netQuantity: '25 g', stock: 640, minimumOrder: 6, tiers: [[24, 8]] },
      P6: { price: 175, retailPrice: 175, mrp: 230, netQuantity: '6 × 25 g', unit: 'PAC', stock: 288, tiers: [[12, 8], [30, 14]] },
      P12: { price: 329, retailPrice: 329, mrp: 450, netQuantity: '12 × 25 g', unit: 'PAC', stock: 174, featured: true, tiers: [[6, 8], [24, 14]] },
      P48: { price: 1199, retailPrice: 1199, mrp: 1700, netQuantity: '48 × 25 g', unit: 'PAC', stock: 22, tiers: [[3, 6]] },
    },
  },
]
