/** /admin/settings/brand */

export const title = 'Logo and colours'
export const logo = 'Logo'
export const settings = 'Settings'
export const failed = 'Logo and colours could not be loaded'
export const failedText = 'Nothing was changed.'
export const intro =
  'Your logo takes the place of the store’s name on every page, in emails and on new invoices and packing slips. The icons of browser tabs and of the installed app are made from it. Documents that were already made stay as they are.'
export const light = 'Logo'
export const lightHint =
  'PNG, JPEG, WebP or AVIF, up to 2 MB. Best is a PNG without a background, twice to five times as wide as high. The empty margin is cut off.'
export const dark = 'Logo for dark backgrounds'
export const darkHint = 'For the back office’s dark theme and for the icons, which have a dark background. Without it, the logo is shown on a light ground.'
export const wrong = 'Choose a PNG, JPEG, WebP or AVIF picture of at most 2 MB'
export const lightFirst = 'Add the logo first: this one only takes its place on dark backgrounds'
export const takeAway = 'Remove the logo'
export const colours = 'Colours'
export const coloursHint =
  'For the storefront, emails and new documents. The back office keeps its own colours. The shop makes the lighter and darker shades of each colour itself.'
export const accent = 'Accent colour'
export const accentHint = 'Buttons, links, headings and the strip at the top.'
export const second = 'Second colour'
export const secondHint = 'The emphasised word of a heading, dots and small signs.'
export const isDefault = 'Default'
export const toDefault = 'Use the default'
export const unreadable = (colour: string, contrast: string, nearest: string) =>
  `Words in ${colour}, and white words on it, would be hard to read: the contrast is ${contrast}, and at least 4.5 is needed. The nearest colour that works is ${nearest}.`
export const takeNearest = (colour: string) => `Use ${colour}`
export const labels = { light, dark, accent, second }
export const now = 'Preview'
export const nowHint = 'Logo and icon are shown as they are saved, colours as you choose them.'
export const sampleStrip = 'Free delivery on large orders'
export const sampleHeading = 'Everything for your'
export const sampleWord = 'salon'
export const sampleText = 'A page of your shop, with'
export const sampleLink = 'a link'
export const sampleButton = 'Add to Cart'
export const sampleSecond = 'View details'
export const nowIcon = 'Icon of the installed app'
export const saved = 'Saved'
export const savedText = 'Live in the shop within a minute.'
export const notSaved = 'Not everything was saved. Your choices are still here.'
