/** The page of all categories, and the page of one category. */

// categories
export const categories = 'Categories'
export const metaDescription = 'Skincare, makeup, haircare, fragrances, accessories and novelties: every shelf of the shop on one page.'
export const home = 'Home'
export const noCategories = 'No categories yet'
export const noCategoriesText = 'The shelves are being set up.'
export const browseProducts = 'Browse products'

// category
export const notFoundTitle = 'Oops! Page not found · Shringar'
export const categoryDescription = (name: string) => `${name} at wholesale prices, with bulk tiers and a GST invoice.`
export const subCategories = 'Sub-categories'

export const heading = (
  <>
    Every <em>shelf</em> of the shop
  </>
)
