/** A customer's name, company and addresses. */

// address-book
export const bookFailed = 'The address book could not be changed'
export const bookFailedText = 'Nothing was lost; please try again.'
export const addressRemoved = 'Address removed'
export const undo = 'Undo'
export const deliveryAddresses = 'Delivery addresses'
export const addressesFailed = 'Your addresses could not be loaded.'
export const noAddresses = 'None saved yet. Add one here, or tick ‘Save this address’ at checkout.'
export const addAddress = 'Add an address'
export const editAddress = 'Edit address'
export const newAddress = 'New address'
export const edit = 'Edit'
export const makeDefault = 'Make default'
export const defaultAddress = 'Default'
export const saveAddress = 'Save address'
export const addressSaved = 'Address saved'
export const addressFailed = 'The address could not be saved. What you typed is kept; please try again.'
export const offerFirst = 'Offer this address first at checkout'
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

// email-panel
export const emailChanged = (email: string) => `Done: you sign in with ${email} from now on.`
export const emailHalfWay = 'One mailbox has agreed, the other is still to come'
export const emailWaits = (email: string) => `Waiting to change to ${email}`
export const emailWaitsText = (from: string, to: string) => `We wrote to ${from} and to ${to}. Press the link in both mails; until then nothing changes.`
export const changeEmail = 'Change email'
export const anotherEmail = 'Change to another address'
export const newEmail = 'New email'
export const newEmailHint = 'We send a confirmation to the old and to the new address'
export const sendConfirmations = 'Send confirmations'
export const sending = 'Sending…'
export const cancel = 'Cancel'
export const emailWrong = 'Enter an email address like name@example.com'
export const emailSame = 'This is your address already'
export const emailTaken = 'Another account uses this address'
export const emailNotChanged = 'The confirmations could not be sent. Nothing changed; please try again.'

// password-panel
export const changePassword = 'Change password'
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const newPasswordHint = 'Must be at least 8 characters'
export const confirmNewPassword = 'Confirm new password'
export const savePassword = 'Save password'
export const passwordChanged = 'Your password was changed'
export const passwordChangedText = 'You stay signed in here; other devices have to sign in again.'
export const enterCurrentPassword = 'Enter your password'
export const enterNewPassword = 'Enter a new password'
export const passwordTooShort = 'Password must be at least 8 characters long'
export const samePassword = 'Choose a password that differs from the present one'
export const passwordsDiffer = 'Passwords do not match'
export const wrongPassword = 'This is not your password'
export const tooManyTries = 'Too many tries. Please wait five minutes; nothing was changed.'
export const passwordNotChanged = 'Your password was not changed. Please try again.'
export const weakReasons: Record<string, string> = {
  length: 'Use at least 8 characters.',
  characters: 'Use letters, digits and signs together.',
  pwned: 'This password has been leaked elsewhere; choose another.',
}

// data-panel
export const yourData = 'Your data'
export const exportText =
  'A file with everything we hold of you: profile, addresses, cart, orders with payments and invoices, notifications, what you agreed to, complaints.'
export const exportMyData = 'Export my data'
export const gathering = 'Gathering…'
export const dataSaved = 'Your data was saved as a file'
export const dataFailed = 'Your data could not be fetched'
export const dataFailedText = 'Nothing was changed; please try again.'
export const deleteText = 'You may leave at any time. What the tax law wants kept, invoices above all, stays for 72 months.'

// delete-account
export const deleteMyAccount = 'Delete my account'
export const deleteQuestion = 'Delete your account?'
export const deleteConsequences = [
  'Your profile, addresses, cart and notifications are erased at once. This cannot be undone.',
  'Invoices stay as they were issued for 72 months, as GST law asks. Their orders lose your email and phone; orders that were cancelled before forget who you are.',
  'You may register again with the same address; the old orders do not come back.',
]
export const yourPassword = 'Your password'
export const keepMyAccount = 'Keep my account'
export const deleteForGood = 'Delete for good'
export const deleting = 'Deleting…'
export const accountDeleted = 'Your account was deleted'
export const accountDeletedText = 'You are signed out. Thank you for your time with us.'
export const deleteRefused = {
  WRONG_PASSWORD: 'This is not your password',
  OPEN_ORDERS: 'Something is still on its way: an order or a refund. Cancel it or wait until it has arrived, then come back.',
  STAFF: 'This account works in the back office. Have its role taken away first.',
  TOO_MANY: 'Too many tries. Please wait five minutes; nothing was deleted.',
  FAILED: 'Your account could not be deleted. Nothing was lost; please try again.',
}

// check-profile
export const enterYourFullName = 'Enter your full name'
export const nameTooLong = 'Use at most 100 characters'
export const companyTooLong = 'Use at most 150 characters'
export const mobileWrong = 'Enter a mobile number of 10 digits that starts with 6, 7, 8 or 9'

/** For screen readers, after Remove, Edit and Make default. */
export const addressOf = (name: string, city: string) => ` the address of ${name}, ${city}`
