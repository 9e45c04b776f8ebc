/** /admin/settings/home */
import type { HomeSection, HomeText } from '#domain/shop/home.ts'

export const title = 'Home page'
export const settings = 'Settings'
export const see = 'See the home page'
export const failed = 'The home page could not be loaded'
export const failedText = 'Nothing was changed.'
export const intro = 'A text that you leave empty is the shop’s own, shown in grey. The pictures at the top, with their titles, are set under Banners.'
export const announcement = 'Announcement'
export const announcementHint =
  'A line above every page of the storefront. Without a text there is none. It appears and disappears within a minute of its times.'
export const hero = 'Welcome, shown while there are no banners'
export const heroHint = 'The title is also that of the page in browsers and search results.'
export const texts = 'Texts of the sections'
export const sections = 'Sections'
export const sectionsHint = 'In this order below the pictures.'
export const footer = 'Footer'
export const preview = 'Preview'
export const names: Record<HomeSection, string> = {
  categories: 'Categories',
  products: 'Featured products',
  why: 'Why choose us',
  social: 'Social links',
  account: 'Open an account',
}
export const labels = {
  announcement: 'Text',
  announcement_link: 'Link',
  announcement_from: 'From',
  announcement_until: 'Until',
  footer_text: 'Text about the shop',
  sections: 'Sections',
  heroTitle: 'Title',
  heroText: 'Text',
  categoriesTitle: 'Title of the categories',
  productsTitle: 'Title of the featured products',
  whyTitle: 'Title of the reasons',
  whyText: 'Text below it',
  qualityTitle: 'First reason',
  qualityText: 'Its text',
  pricingTitle: 'Second reason, beside the price steps',
  pricingText: 'Its text',
  deliveryTitle: 'Third reason',
  deliveryText: 'Its text',
  supportTitle: 'Fourth reason',
  supportText: 'Its text, followed by the opening hours',
  accountTitle: 'Title of the last section',
  accountText: 'Its text',
} as const satisfies Record<HomeText, string> & Record<string, string>
export const linkHint = 'A page of the shop such as /products, or an address with https://'
export const timesHint = 'Indian time. Empty: at once.'
export const linkWrong = 'Start with / for a page of the shop, or with https://'
export const untilWrong = 'This has to be after the start'
export const textFirst = 'Enter the text of the announcement'
export const moveUp = (name: string) => `Move ${name} up`
export const moveDown = (name: string) => `Move ${name} down`
export const saved = 'Home page saved'
export const savedText = 'Live in the shop within a minute.'
export const notSaved = 'The home page was not saved. Your changes are still here.'
