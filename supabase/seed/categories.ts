export type DemoCategory = { slug: string; name: string; nameHi: string; description: string; children?: readonly DemoCategory[] }

/** The six top categories of docs/rules.md#categories, each with its subcategories; `?category=` takes the top slugs. */
export const CATEGORIES: readonly DemoCategory[] = [
  {
    slug: 'skincare', name: 'Skincare', nameHi: 'त्वचा', description: 'Serums, creams, cleansers and what the skin wants after a long day.',
    children: [
      { slug: 'serums-and-oils', name: 'Serums & Oils', nameHi: 'सीरम और तेल', description: 'A few drops under the cream.' },
      { slug: 'creams-and-gels', name: 'Creams & Gels', nameHi: 'क्रीम और जेल', description: 'For the day, for the night, for the sun.' },
      { slug: 'cleansers-and-masks', name: 'Cleansers & Masks', nameHi: 'क्लींज़र और मास्क', description: 'Face washes, toners, ubtan and sheet masks.' },
      { slug: 'bath-and-body', name: 'Bath & Body', nameHi: 'स्नान', description: 'Soaps, lotions and hand care.' },
    ],
  },
  {
    slug: 'makeup', name: 'Makeup', nameHi: 'रंग', description: 'Colour for lips, eyes, cheeks and fingertips.',
    children: [
      { slug: 'lips', name: 'Lips', nameHi: 'होंठ', description: 'Matte, satin, liquid and sheer.' },
      { slug: 'eyes', name: 'Eyes', nameHi: 'आँखें', description: 'Kajal, liner, mascara and palettes.' },
      { slug: 'face', name: 'Face', nameHi: 'चेहरा', description: 'Tints, powders, blush and glow.' },
      { slug: 'nails-and-bindi', name: 'Nails & Bindi', nameHi: 'नाखून और बिंदी', description: 'Lacquers, bindi, sindoor.' },
    ],
  },
  {
    slug: 'haircare', name: 'Haircare', nameHi: 'केश', description: 'Oils for Sunday, shampoo for Monday.',
    children: [
      { slug: 'hair-oils', name: 'Oils & Serums', nameHi: 'तेल', description: 'Cold-pressed, cooked with herbs, or weightless.' },
      { slug: 'shampoo-and-conditioner', name: 'Shampoo & Conditioner', nameHi: 'शैम्पू', description: 'Mild washes, conditioners and masks.' },
      { slug: 'colour-and-styling', name: 'Colour & Styling', nameHi: 'रंग और सज्जा', description: 'Henna, colour, curl cream and spray.' },
    ],
  },
  {
    slug: 'fragrances', name: 'Fragrances', nameHi: 'इत्र', description: 'Attar from Kannauj, perfume for every evening.',
    children: [
      { slug: 'eau-de-parfum', name: 'Eau de Parfum', nameHi: 'परफ़्यूम', description: 'Sprays that last.' },
      { slug: 'attar', name: 'Attar', nameHi: 'अत्तर', description: 'Flower and wood distilled into sandal, without alcohol.' },
      { slug: 'mists-and-deodorants', name: 'Mists & Deodorants', nameHi: 'मिस्ट', description: 'Light, for after the bath.' },
    ],
  },
  {
    slug: 'accessories', name: 'Accessories', nameHi: 'साज', description: 'Brushes, combs, mirrors: the tools of the trade.',
    children: [
      { slug: 'brushes-and-sponges', name: 'Brushes & Sponges', nameHi: 'ब्रश', description: 'For face and eyes.' },
      { slug: 'hair-tools', name: 'Hair Tools', nameHi: 'कंघी', description: 'Combs, brushes, pins and bands.' },
      { slug: 'mirrors-and-pouches', name: 'Mirrors & Pouches', nameHi: 'आईना', description: 'Mirrors, tweezers, curlers and bags.' },
    ],
  },
  {
    slug: 'novelty', name: 'Novelty', nameHi: 'उपहार', description: 'Gifts, festive things and a little fun.',
    children: [
      { slug: 'gift-sets', name: 'Gift Sets', nameHi: 'उपहार पेटी', description: 'Packed and tied, ready to give.' },
      { slug: 'festive', name: 'Festive', nameHi: 'त्योहार', description: 'Bangles, alta, mehndi, haldi.' },
      { slug: 'home-and-fun', name: 'Home & Fun', nameHi: 'घर', description: 'Candles, glitter and testers.' },
    ],
  },
]
