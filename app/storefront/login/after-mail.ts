/**
 * Where the confirmation of a registration on the way to an order leads: a word in the address, not a path, so that no link can lead
 * anywhere else. The login goes on to the checkout, on whatever device the mail was opened.
 */
export const AFTER_MAIL = '/login?for=checkout'

export const isForCheckout = (search: string): boolean => new URLSearchParams(search).get('for') === 'checkout'
