/** The frame of every page: header, menus, footer, and the button of a card. */

// layout
export const failedTitle = 'Something went wrong'
export const backToProducts = 'Back to Products'
export const closedForStaff = 'Closed to the public – only staff see this'
export const closedForCustomers = 'The shop is closed at the moment. Your account and your orders are here as always.'
export const skipToContent = 'Skip to the content'
export const ourPromises = 'Our promises'
export const promiseOfSteps = 'Buy more, pay less'
export const promiseOfInvoice = 'GST invoice with every order'

// root
export const loadingApplication = 'Loading application...'

// header
export const main = 'Main'
export const home = 'Home'
export const products = 'Products'
export const orders = 'Orders'
export const dashboard = 'Dashboard'
export const wishlist = 'Wishlist'
export const searchProducts = 'Search products'
export const typeSomething = 'Enter what you are looking for'
export const searchExample = 'Lipstick, serum, hair oil'
export const clear = 'Clear'
export const searching = 'Searching…'
export const search = 'Search'
export const departments = 'Departments'
export const login = 'Login'
export const cartOne = 'Cart, 1 item'
export const cartMany = (count: number) => `Cart, ${count} items`
/** For screen readers: Cart, 7 items in 2 products for ₹800. */
export const inProducts = 'in'
export const forAmount = 'for'
export const productsInCart = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`

// account-menu
export const profile = 'Profile'
export const accountOf = (email: string) => `Account: ${email}`
export const logOut = 'Log out'

// mobile-menu
export const menu = 'Menu'
export const orderPad = 'Order pad'
export const createAccount = 'Create Account'
export const categories = 'Categories'
export const allCategories = 'All categories'
export const aboutAndLegal = 'About and legal'
export const about = 'About'
/** The owner's pages. */
export const morePages = 'More from us'
export const contactPage = 'Contact and grievances'
export const terms = 'Terms & Conditions'
export const privacy = 'Privacy'
export const shipping = 'Delivery and shipping'
export const refunds = 'Cancellation and refunds'
export const contact = 'Contact'
export const andGstin = (gstin: string) => ` · GSTIN ${gstin}`

// tab-bar
export const cart = 'Cart'
export const account = 'Account'
export const shop = 'Shop'

// footer
export const quickLinks = 'Quick links'

// text-page
export const contents = 'Contents'

// navigation-signs
export const loading = 'Loading'

// notification-popover
export const notificationsUnread = (unread: number) => `Notifications, ${unread} unread`
export const notifications = 'Notifications'
export const notificationsFailed = "We couldn't load your notifications. Please try again in a moment."
export const noNotifications = 'No notifications yet'
export const unread = 'Unread'
export const viewAll = 'View all'
export const loadingNotifications = 'Loading notifications'

// hours-text
export const closedOn = (named: string) => `${named} closed`

// add-to-cart
export const outOfStock = 'Out of Stock'
export const added = 'Added'
export const viewCart = 'View Cart'
export const addedToCart = 'Product added to cart'
export const addedToCartText = (name: string) => `${name} has been added to your cart`
export const addFailed = 'Failed to add product to cart'
export const addToCartNamed = (name: string) => `Add to Cart: ${name}`
export const adding = 'Adding…'
export const addToCart = 'Add to Cart'

/** The name of the line that an owner may put above every page. */
export const announcement = 'Announcement'

// promises above the header
export const promiseOfDelivery = (from: string) => (
  <>
    <b className="font-semibold text-white">Free delivery</b> on orders of {from} or more
  </>
)

// footer and contact
/** `since`: null where the store does not say when it began. */
export const aboutTheShop = (since: number | null) =>
  `Beauty supplies for salons, shops and homes across India.${since === null ? '' : ` A trading house since ${since}.`}`
export const gstin = (gstin: string) => `GSTIN ${gstin}`
export const grievanceOfficer = (name: string) => `Grievance officer: ${name}`
export const unreadCount = (count: number) => `${count} unread`
/** 'Mon–Fri 9:00–18:00' */
export const openOn = (days: string, opens: string, closes: string) => `${days} ${opens}–${closes}`
