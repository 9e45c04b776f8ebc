/**
 * Notices and consents (DPDP Act 2023). The notices are stored word for word in `consent_notices`, by version: a changed text needs a new version there, and a
 * new number here.
 */

export const VERSION = { account: 1, offers: 1, backInStock: 1 }

export const accountNotice =
  'We keep your name, email address, orders and addresses to run your account, to deliver, and to write your invoices. Nothing is sold or passed on for advertising. You can see, correct, export and delete it in your profile.'
export const backInStockNotice =
  'Tell me once, by email and in my notifications, when this product is back in stock. My request is used for nothing else, and I can cancel it here or in my wishlist.'
export const offersNotice = 'Tell me about offers. They come to my notifications, and I can switch this off in my profile at any time.'

// consent-panel
export const whatYouAgreed = 'What you agreed to'
export const needed = 'Needed for your account'
export const asked = 'Optional'
export const inYourWishlist = 'Products you asked to be notified about are in your wishlist. You can cancel a request there.'
export const toWishlist = 'View wishlist'
export const givenOn = (moment: string) => `You agreed on ${moment}.`
export const withdrawnOn = (moment: string) => `You withdrew this on ${moment}.`
export const neverGiven = 'You have not agreed to this.'
export const loadFailed = "We couldn't load your consents."
export const offersOn = "You'll get offers from now on"
export const offersOff = "You won't get offers any more"
export const notSaved = "Your choice wasn't saved"
export const notSavedText = 'Nothing changed; please try again.'
