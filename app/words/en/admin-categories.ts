/** /admin/products/categories */

export const title = 'Categories'
export const lead = 'The order here is the order in the shop.'
export const toProducts = 'Products'
export const count = (categories: number) => (categories === 1 ? '1 category' : `${categories} categories`)
export const empty = 'No categories yet'
export const emptyText = 'Products can be sold without one, but customers browse by category.'
export const failed = 'The categories could not be loaded'
export const failedText = 'Nothing was changed.'

export const add = 'Add category'
export const addBelow = (name: string) => `Add a category below ${name}`
export const edit = (name: string) => `Edit ${name}`
export const remove = (name: string) => `Delete ${name}`
export const moveUp = (name: string) => `Move ${name} up`
export const moveDown = (name: string) => `Move ${name} down`
export const drag = (name: string) => `Drag ${name}`
export const products = (products: number) => (products === 1 ? '1 product' : `${products} products`)
export const editShort = 'Edit'
export const addShort = 'Add below'
export const removeShort = 'Delete'

export const moved = (name: string) => `${name} moved`
export const stale = 'Someone else changed the categories'
export const staleText = 'Nothing was saved. Here is the current list.'
export const notMoved = 'The category was not moved'

// The form
export const newTitle = 'New category'
export const editTitle = (name: string) => `Edit ${name}`
export const name = 'Name'
export const nameMissing = 'Enter a name'
export const nameHindi = 'Name in Hindi'
export const slug = 'Address'
export const slugHint = 'The last part of its links. Left empty, it is made from the name.'
export const slugRefused = 'Lower-case letters, digits and hyphens only'
export const slugTaken = 'Another category has this address'
export const description = 'Description'
export const parent = 'Parent category'
export const noParent = 'Top level'
export const picture = 'Picture'
export const save = 'Save'
export const saving = 'Saving…'
export const cancel = 'Not now'
export const saved = (name: string) => `${name} saved`
export const notSaved = 'The category was not saved. Your changes are still here.'

// Deleting
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteText = 'Its page will show “not found”. This cannot be undone.'
export const productsTo = (products: number) => (products === 1 ? 'Move its product to' : `Move its ${products} products to`)
export const childrenTo = (children: number) => (children === 1 ? 'Move its sub-category below' : `Move its ${children} sub-categories below`)
export const choose = 'Choose a category'
export const chooseMissing = 'Choose where the products go'
export const nowhere = 'There is no other category for its products. Create one first.'
export const deleteButton = (name: string) => `Delete ${name}`
export const deleting = 'Deleting…'
export const deleted = (name: string) => `${name} deleted`
export const notDeleted = 'The category was not deleted'
