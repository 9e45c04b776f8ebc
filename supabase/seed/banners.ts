export type DemoBanner = { name: string; title: string; description: string; link: string }

/** The home page's slides; `name` is the picture's name in `images/banners` and `images/banners-phone`. */
export const BANNERS: readonly DemoBanner[] = [
  { name: 'wedding', title: 'Wedding reds, at the salon’s price', description: 'Lips, nails and attar for the season, from Indian makers. Buy one, or buy the range: the price steps down with the quantity.', link: '/products?category=makeup' },
  { name: 'skincare', title: 'Saffron, sandal and a little science', description: 'Serums and creams for Indian weather, with every ingredient on the page.', link: '/products?category=skincare' },
  { name: 'haircare', title: 'Oil on Sunday, shine all week', description: 'Bhringraj, coconut and hibiscus from Kerala, by the bottle or by the dozen.', link: '/products?category=haircare' },
  { name: 'festive', title: 'Boxes that are remembered', description: 'Hampers, bangles and mehndi for the festive counter, packed by hand in Mumbai.', link: '/products?category=novelty' },
]
