/** /admin/settings/own-pages: pages that the owner adds. */

export const settings = 'Settings'
export const title = 'Pages'
export const lead = 'Pages of your own, such as “How to order” or “Our brands”. Their links are at the end of every page of the shop, in this order.'
export const add = 'Add page'
export const failed = 'The pages could not be loaded'
export const failedText = 'Nothing was changed.'
export const empty = 'No pages yet'
export const emptyText = 'Terms, delivery, refunds, privacy and About are under Legal pages. Add what your customers ask about besides.'
export const states = { published: 'Published', draft: 'Draft' }
export const notInMenu = 'Not in the menu'
export const place = (place: number, of: number) => `${place} of ${of}`
export const changedOn = (day: string) => `changed ${day}`
export const moveUp = (name: string) => `Move ${name} up`
export const moveDown = (name: string) => `Move ${name} down`
export const moved = (name: string) => `${name} moved`
export const staleList = 'Someone else changed the pages'
export const staleListText = 'Nothing was saved. Here is the current list.'
export const notMoved = 'The page was not moved'

// the form
export const newTitle = 'New page'
export const content = 'Content'
export const where = 'Address and menu'
export const labels = {
  title: 'Title',
  slug: 'Address',
  description: 'Description for search engines',
  body: 'Text',
  is_published: 'Published',
  in_menu: 'In the menu',
}
export const slugHint = (path: string) => `Your customers open it at ${path}`
export const slugChanges = 'Links to the old address will not work any more.'
export const descriptionHint = 'One or two sentences, shown below the title in search results.'
export const publishedHint = 'Without this it is a draft: only staff see it, here.'
export const menuHint = 'A link at the end of every page, on phones in the menu.'
export const preview = 'Preview'
export const previewHint = 'The page as visitors will see it'
export const see = 'View the page'
export const remove = 'Delete'
export const saved = (name: string) => `${name} saved`
export const notSaved = 'Not saved. Your changes are still here.'
export const goneText = 'Someone else deleted this page. Copy your text and add it again.'
export const tooMany = (most: number) => `A shop can have ${most} pages of its own. Delete one first.`
export const history = 'History'
export const errors = {
  title: 'Enter a title',
  oneLine: 'Use one line without special characters',
  slug: 'Use small letters, digits and single hyphens, such as how-to-order',
  slugTaken: 'Another page has this address',
  description: 'Describe the page in a sentence',
}

export const gone = 'This page does not exist'
export const goneElsewhere = 'It may have been deleted.'
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteText = 'Links to it will lead to “Page not found”. This cannot be undone.'
export const deleteButton = (name: string) => `Delete ${name}`
export const deleted = (name: string) => `${name} deleted`
export const deleteStale = 'Someone else changed this page in the meantime. Load it again before deleting it.'
