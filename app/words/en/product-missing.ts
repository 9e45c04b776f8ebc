/** Texts of the product page without a product. Apart from product.tsx: a shared file would be one more script on the product page. */
export const loadFailedText = 'Your cart is kept. Please try again in a moment.'
export const backToProducts = 'Back to Products'
export const gone = 'This product is no longer sold'
export const goneText = 'It has left our shelves for good. Something close to it may still be there.'
