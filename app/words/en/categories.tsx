/** The page of all categories, and the page of one category. */

// categories
export const categories = 'Categories'
export const metaDescription = 'Skincare, makeup, haircare, fragrances, accessories and novelties: all our categories on one page.'
export const home = 'Home'
export const noCategories = 'No categories yet'
export const noCategoriesText = 'Categories are coming soon.'
export const browseProducts = 'Browse products'

// category
export const notFoundTitle = 'Oops! Page not found'
export const categoryDescription = (name: string) => `${name} at wholesale prices, with bulk tiers and a GST invoice.`
export const subCategories = 'Sub-categories'

export const heading = (
  <>
    Shop by <em>category</em>
  </>
)
export const productCount = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`
