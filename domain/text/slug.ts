/**
 * A product's name as part of its address (docs/rules.md#product-addresses): lower case, with letters of any script, their marks
 * and digits. Every other run of characters becomes one hyphen, with none at the ends. A name without any letter or digit gives 'product'.
 */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .normalize('NFC') // one spelling of é in addresses, however it was typed
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug === '' ? 'product' : slug
}

/** /products/{slug}/{id}, encoded so that it is valid in a Location header. */
export function productPath(product: { id: string; name: string }): string {
  return `/products/${encodeURIComponent(slugOf(product.name))}/${encodeURIComponent(product.id)}`
}
