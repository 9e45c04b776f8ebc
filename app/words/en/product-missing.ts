/** Texts of the product page without a product. Apart from product.tsx: a shared file would be one more script on the product page. */
export const loadFailedText = 'Your cart is safe. Please try again in a moment.'
export const backToProducts = 'Back to Products'
export const gone = 'This product is no longer available'
export const goneText = 'We no longer sell it. You may like one of these instead.'
