/** 570 names of an Indian beauty shop, made from parts, always the same ones. */
const FROM_PLANTS = [
  'Aloe Vera', 'Amla', 'Bhringraj', 'Onion', 'Coconut', 'Almond', 'Argan', 'Castor', 'Mustard', 'Sesame', 'Rose', 'Sandalwood', 'Turmeric', 'Saffron',
  'Neem', 'Tulsi', 'Lemon', 'Orange', 'Papaya', 'Cucumber', 'Honey', 'Milk', 'Charcoal', 'Coffee', 'Vitamin C', 'Niacinamide', 'Hyaluronic', 'Salicylic',
  'Tea Tree', 'Hibiscus', 'Fenugreek', 'Shikakai', 'Reetha', 'Lavender', 'Jasmine', 'Camphor', 'Lotus', 'Green Tea', 'Shea Butter', 'Pomegranate',
] // prettier-ignore
const CARE = [
  'Soap', 'Face Wash', 'Face Pack', 'Face Cream', 'Shampoo', 'Conditioner', 'Hair Oil', 'Hair Mask', 'Body Lotion', 'Face Scrub', 'Face Serum', 'Toner',
  'Sheet Mask', 'Moisturiser', 'Sunscreen SPF 50', 'Lip Balm', 'Body Wash', 'Essential Oil', 'Talcum Powder', 'Cleanser',
] // prettier-ignore
const MAKEUP = [
  'Matte Lipstick', 'Lip Gloss', 'Lip Liner', 'Foundation', 'Concealer', 'Compact', 'Blush', 'Highlighter', 'Bronzer', 'Primer', 'Mascara', 'Eyeliner',
  'Eyeshadow Palette', 'Eyebrow Pencil', 'Nail Polish', 'Makeup Remover', 'Setting Spray', 'BB Cream',
] // prettier-ignore
const SHADES = ['Ruby Red', 'Coral', 'Nude Brown', 'Wine', 'Peach', 'Jet Black', 'Ivory', 'Plum', 'Hot Pink', 'Copper']
const OF_INDIA = [
  'Multani Mitti Powder', 'Multani Mati Face Pack', 'Mehndi Cone', 'Mehndi Powder', 'Henna Hair Colour', 'Sindoor Liquid', 'Sindoor Powder', 'Kumkum Powder',
  'Bindi Packet', 'Velvet Bindi', 'Ubtan Face Pack', 'Ubtan Soap', 'Gulab Jal', 'Gulab Jal Spray', 'Chandan Powder', 'Chandan Soap', 'Besan Haldi Pack',
  'Haldi Chandan Cream', 'Kesar Malai Cream', 'Alta Red', 'Surma Powder', 'Mogra Attar', 'Oud Attar', 'Chameli Hair Oil', 'Badam Hair Oil', 'Til Tel',
  'Nariyal Tel', 'Sarson Tel', 'Arandi Tel', 'Methi Hair Pack', 'Kajal Pencil', 'Kajal Twist', 'Deep Black Kajal', 'Bridal Makeup Kit', 'Kumkumadi Tailam',
  'Triphala Churna', 'Dant Manjan', 'Kanghi Neem Wood', 'Glass Bangles', 'Gajra Clip',
] // prettier-ignore
const TOOLS = [
  'Hair Dryer', 'Hair Straightener', 'Beard Trimmer', 'Wide Comb', 'Paddle Brush', 'Tweezer', 'Nail Cutter', 'Loofah', 'Cotton Pads', 'Razor', 'Wax Strips',
  'Facial Kit', 'Bleach Cream', 'Hair Colour', 'Deodorant', 'Perfume', 'Eau de Parfum', 'Body Mist', 'Beard Oil', 'Shaving Cream', 'After Shave',
  'Sanitary Pads', 'Toothbrush', 'Toothpaste', 'Mouthwash', 'Hand Wash', 'Hand Sanitizer', 'Diapers', 'Baby Oil', 'Baby Powder', 'Foot Cream', 'Hand Cream',
  'Pocket Mirror', 'Curling Iron', 'Night Cream', 'Eye Cream', 'Petroleum Jelly', 'Hair Serum', 'Hair Gel', 'Dry Shampoo',
] // prettier-ignore
const KINDS = ['Classic', 'Mini', 'Pro']

export const CATALOGUE: readonly string[] = [
  ...FROM_PLANTS.flatMap((plant, p) => CARE.filter((_, c) => (7 * p + 3 * c) % 5 < 2).map((care) => `${plant} ${care}`)),
  ...MAKEUP.flatMap((item, i) => SHADES.filter((_, s) => (i + s) % 2 === 0).map((shade) => `${item} ${shade}`)),
  ...OF_INDIA,
  ...TOOLS.flatMap((tool) => KINDS.map((kind) => `${tool} ${kind}`)),
]
