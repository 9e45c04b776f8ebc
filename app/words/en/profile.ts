/** Name, company and addresses of a customer. */

// address-book
export const bookFailed = 'The address book could not be changed'
export const bookFailedText = 'Nothing was lost; please try again.'
export const addressRemoved = 'Address removed'
export const undo = 'Undo'
export const deliveryAddresses = 'Delivery addresses'
export const addressesFailed = 'Your addresses could not be loaded.'
export const noAddresses = 'None saved yet. Tick ‘Save this address’ at checkout and it waits here.'
export const andGstin = (gstin: string) => ` · GSTIN ${gstin}`
export const remove = 'Remove'

// profile-form
export const profileSaved = 'Profile saved'
export const saveFailed = 'Your profile could not be saved. What you typed is kept; please try again.'
export const aboutYou = 'About you'
export const email = 'Email'
export const emailHint = 'You sign in with this address'
export const fullName = 'Full name'
export const mobileNumber = 'Mobile number'
export const mobileHint = 'So that the courier can reach you at the door'
export const company = 'Company'
export const gstin = 'GSTIN'
export const gstinHint = 'Goes on your invoices, for input tax credit'
export const saving = 'Saving…'
export const saveProfile = 'Save profile'

// profile
export const title = 'Profile · Shringar'
export const profile = 'Profile'
export const loadFailed = 'Failed to load user profile'

// check-profile
export const enterYourFullName = 'Enter your full name'
export const nameTooLong = 'Use at most 100 characters'
export const companyTooLong = 'Use at most 150 characters'
export const mobileWrong = 'Enter a mobile number of 10 digits that starts with 6, 7, 8 or 9'

/** Heard behind Remove. */
export const addressOf = (name: string, city: string) => ` the address of ${name}, ${city}`
