import { toDecimal } from '#domain/money.ts'
import { basePrice } from '#domain/price-tiers.ts'
import type { ProductDetails } from '../../data/products.ts'

/** What search engines read: schema.org Product with one offer, the price of a single unit. */
export function productJsonLd(product: ProductDetails, url: string, origin: string): Record<string, string | string[] | object> {
  const pictures = product.product_images.map((image) => image.image_url)
  const images = pictures.length > 0 ? pictures : product.image_url === null ? [] : [product.image_url]
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    sku: product.sku,
    url,
    ...(product.description === null ? {} : { description: product.description }),
    ...(product.brand === null ? {} : { brand: { '@type': 'Brand', name: product.brand } }),
    ...(images.length === 0
      ? {}
      : { image: images.map((path) => (path.startsWith('http') ? path : `${origin}/storage/v1/render/image/public/${path}?width=960&quality=75`)) }),
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'INR',
      price: toDecimal(basePrice(product)),
      availability: product.stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      itemCondition: 'https://schema.org/NewCondition',
    },
  }
}
