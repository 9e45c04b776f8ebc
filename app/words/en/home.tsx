/** The home page (docs/rules.md#fixed-texts). */

export const headline = "India's Premier Beauty Products at Wholesale Prices"
export const metaDescription =
  'Skincare, makeup, haircare and salon supplies from Indian makers at wholesale prices. Bulk tiers, a GST invoice with every order, free delivery on orders of ₹1500 or more.'

// Hero
export const headlineText = 'For salons, shops and homes, from Indian makers. Buy one, or buy the shelf: the price steps down as you take more.'
export const welcomeTo = (storeName: string) => `Welcome to ${storeName}`
export const slideText = 'Quality beauty products at wholesale prices.'
export const offers = 'Offers'
export const welcome = 'Welcome'
export const shopNow = 'Shop Now'
export const createAccount = 'Create Account'
export const pauseTheSlides = 'Pause the slides'
export const playTheSlides = 'Play the slides'
export const previousSlide = 'Previous slide'
export const nextSlide = 'Next slide'
export const slideOf = (place: number, count: number) => `${place} of ${count}`

// Featured
export const featuredCategories = 'Featured Categories'
export const viewAll = 'View All'
export const featuredProducts = 'Featured Products'
/** For screen readers: the name of the scrollable row. */
export const featuredProductsRow = 'Featured products'
export const previousProducts = 'Previous products'
export const moreProducts = 'More products'
export const noFeaturedProducts = 'No featured products available'

// Why choose us
export const whyChoose = (storeName: string) => `Why salons and shops choose ${storeName}`
/** `city` may be empty. */
export const tradingHouse = (city: string) => `A ${city === '' ? '' : `${city} `}trading house, buying from Indian makers and passing the shelf price on.`
export const qualityTitle = 'Quality you can check'
export const qualityText = (since: number) => `In the trade since ${since}. Maker, origin, net quantity and best-before stand on every product page.`
export const pricingTitle = 'Best pricing, in steps'
/** `example`: the product whose price ladder is shown above. */
export const pricingText = (example: string | undefined) => `The more you take, the less each one costs.${example === undefined ? '' : ` Here: ${example}.`}`
export const deliveryTitle = (free: string) => `Pan-India delivery, free above ${free}`
export const deliveryText = (free: string, charge: string) =>
  `To every State and Union Territory, free on orders of ${free} or more. Below that, a flat ${charge}.`
export const supportTitle = 'Expert support'
/** The opening hours follow. */
export const supportText = 'Shade, stock or GST: ask someone who knows.'
export const hoursFromTo = (from: string, to: string) => `${from} to ${to}`
export const askUs = 'Ask us'

// Social links
export const followTheHouse = 'Follow the house'
export const onInstagram = 'New shades on real faces'
export const onYoutube = 'Five-minute salon lessons'
export const onFacebook = 'Offers and trade fairs'
export const onWhatsapp = 'Stock and price lists'
export const opensInANewTab = '(opens in a new tab)'

// Call to action
export const openAccount = (
  <>
    Open an account. Buy for a salon, a shop or <em>yourself</em>.
  </>
)
export const openAccountText = 'Bulk prices, a GST invoice in your company’s name and last month’s order again in one tap.'
export const shopProducts = 'Shop Products'
