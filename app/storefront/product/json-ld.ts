import { gstRate, paidPerUnit } from '#domain/tax/gst.ts'
import { toDecimal } from '#domain/money/money.ts'
import { basePrice } from '#domain/prices/price-tiers.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { ProductFamily } from '../../data/shop/families.ts'
import type { ProductDetails } from '../../data/shop/products.ts'
import { imageUrl } from '../../ui/pictures/image-url.ts'

/** Structured data for search engines: schema.org Product with one offer, at the price of a single unit, GST included. */
export function productJsonLd(product: ProductDetails, url: string, origin: string, settings: StoreSettings): Record<string, string | string[] | object> {
  const pictures = product.product_images.map((image) => image.image_url)
  const images = pictures.length > 0 ? pictures : product.image_url === null ? [] : [product.image_url]
  const price = toDecimal(paidPerUnit(basePrice(product), gstRate(settings, product), settings))
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    sku: product.sku,
    url,
    ...(product.description === null ? {} : { description: product.description }),
    ...(product.brand === null ? {} : { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.country_of_origin === null ? {} : { countryOfOrigin: { '@type': 'Country', name: product.country_of_origin } }),
    ...(images.length === 0 ? {} : { image: images.map((path) => pictureAddress(path, origin)) }),
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'INR',
      price,
      priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: 'INR', valueAddedTaxIncluded: true },
      availability: product.stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      itemCondition: 'https://schema.org/NewCondition',
      ...(product.min_order_quantity > 1 ? { eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.min_order_quantity } } : {}),
      seller: { '@id': `${origin}/#organization`, '@type': 'Organization', name: settings.legalName, url: `${origin}/` },
    },
  }
}

/** Of a product in several shades or sizes: the group with this product in it, and the addresses of the others, each with its own page. */
export function familyJsonLd(
  family: ProductFamily | null,
  product: ReturnType<typeof productJsonLd>,
  path: string,
  origin: string,
): ReturnType<typeof productJsonLd> {
  if (family === null) return product
  const { '@context': context, ...variant } = product
  return {
    '@context': context ?? 'https://schema.org',
    '@type': 'ProductGroup',
    '@id': `${origin}/#family-${family.id}`,
    name: family.name,
    productGroupID: family.id,
    variesBy: family.choices.map(({ option }) => VARIES_BY[option.toLowerCase()] ?? option),
    hasVariant: [
      { ...variant, inProductGroupWithID: family.id },
      ...family.members.filter((member) => member.path !== path).map((member) => ({ '@type': 'Product', url: `${origin}${member.path}` })),
    ],
  }
}

/** The properties that schema.org has for an option. */
const VARIES_BY: Record<string, string> = {
  shade: 'https://schema.org/color',
  colour: 'https://schema.org/color',
  color: 'https://schema.org/color',
  size: 'https://schema.org/size',
  pack: 'https://schema.org/size',
}

/** The rendition for search engines and shared links, as an absolute address. */
export function pictureAddress(path: string, origin: string): string {
  const address = imageUrl(path, 960)
  return address.startsWith('/') ? `${origin}${address}` : address
}
