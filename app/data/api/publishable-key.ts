/** The public key of this shop, from the page's head (`app/root.tsx` writes it). Browser only. */
export function publishableKey(): string {
  const key = document.querySelector('meta[name="shop-key"]')?.getAttribute('content')
  if (!key) throw new Error('The page carries no shop-key.')
  return key
}
