/** The home page (docs/rules.md#fixed-texts). */

export const headline = "India's Premier Beauty Products at Wholesale Prices"
/** `free`: from which amount delivery is free. */
export const metaDescription = (free: string) =>
  `Skincare, makeup, haircare and salon supplies from Indian makers at wholesale prices. Bulk tiers, a GST invoice with every order, free delivery on orders of ${free} or more.`

// Hero
export const headlineText = 'For salons, shops and homes, from Indian makers. Buy one or buy in bulk: the more you buy, the lower the price.'
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
export const tradingHouse = (city: string) => `A ${city === '' ? '' : `${city} `}trading house: we buy from Indian makers and pass the savings on.`
export const qualityTitle = 'Quality you can check'
export const qualityText = (since: number | null) =>
  `${since === null ? '' : `In the trade since ${since}. `}Maker, origin, net quantity and best-before are on every product page.`
/** Above the text, where the store does not say when it began. */
export const inPlainSight = 'On every page'
export const pricingTitle = 'Best pricing, in steps'
/** `example`: the product whose price ladder is shown above. */
export const pricingText = (example: string | undefined) => `The more you buy, the less each one costs.${example === undefined ? '' : ` Here: ${example}.`}`
export const deliveryTitle = (free: string) => `Pan-India delivery, free above ${free}`
/** Where the charge depends on the place. */
export const everywhere = 'All India'
export const deliveryVariesTitle = 'Delivery across India'
export const deliveryVaries = 'The charge depends on place and weight. The checkout shows it before you order.'
export const deliveryText = (free: string, charge: string) =>
  `To every State and Union Territory, free on orders of ${free} or more. Below that, a flat ${charge}.`
export const supportTitle = 'Expert support'
/** The opening hours follow. */
export const supportText = 'Shade, stock or GST: ask someone who knows.'
export const askUs = 'Ask us'

// Social links
export const followUs = 'Follow us'
export const onInstagram = 'New shades on real faces'
export const onYoutube = 'Five-minute salon lessons'
export const onFacebook = 'Offers and trade fairs'
export const onWhatsapp = 'Stock and price lists'
export const opensInNewTab = '(opens in a new tab)'

// Call to action
export const openAccount = (
  <>
    Open an account. Buy for a salon, a shop or <em>yourself</em>.
  </>
)
/** The same without emphasis. */
export const openAccountPlain = 'Open an account. Buy for a salon, a shop or yourself.'
export const openAccountText = 'Bulk prices, a GST invoice in your company’s name and last month’s order again in one tap.'
export const shopProducts = 'Shop Products'
