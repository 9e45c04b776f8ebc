/**
 * A product's name as part of its address (docs/rules.md#product-addresses): lower case; letters of any script, their marks and
 * digits stay, every other run becomes one hyphen, ends are trimmed. A name without any of them gives 'product'.
 */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .normalize('NFC') // one spelling of é in addresses, whichever way it was typed
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug === '' ? 'product' : slug
}

/** /products/{slug}/{id}, encoded so that it may stand in a Location header. */
export function productPath(product: { id: string; name: string }): string {
  return `/products/${encodeURIComponent(slugOf(product.name))}/${encodeURIComponent(product.id)}`
}
