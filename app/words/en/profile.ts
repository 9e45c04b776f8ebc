/** A customer's name, company and addresses. */

// address-book
export const bookFailed = "We couldn't update your addresses"
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
export const addressFailed = "We couldn't save the address. Your details are still here: please try again."
export const offerFirst = 'Offer this address first at checkout'
export const andGstin = (gstin: string) => ` · GSTIN ${gstin}`
export const remove = 'Remove'

// profile-form
export const profileSaved = 'Profile saved'
export const saveFailed = "We couldn't save your profile. Your details are still here: please try again."
export const aboutYou = 'About you'
export const email = 'Email'
export const emailHint = 'You sign in with this address'
export const fullName = 'Full name'
export const mobileNumber = 'Mobile number'
export const mobileHint = 'So the courier can reach you'
export const company = 'Company'
export const gstin = 'GSTIN'
export const gstinHint = 'Goes on your invoices, for input tax credit'
export const saving = 'Saving…'
export const saveProfile = 'Save profile'

// profile
export const title = 'Profile'
export const profile = 'Profile'
export const loadFailed = 'Failed to load user profile'

// email-panel
export const emailChanged = (email: string) => `Done. From now on, sign in with ${email}.`
export const emailHalfWay = 'One address is confirmed. Please confirm the other one.'
export const emailWaits = (email: string) => `Waiting to change to ${email}`
export const emailWaitsText = (from: string, to: string) => `We wrote to ${from} and ${to}. Click the link in both emails; until then nothing changes.`
export const changeEmail = 'Change email'
export const anotherEmail = 'Change to another address'
export const newEmail = 'New email'
export const newEmailHint = 'We send a confirmation to your old and new address'
export const sendConfirmations = 'Send confirmations'
export const sending = 'Sending…'
export const cancel = 'Cancel'
export const emailWrong = 'Enter an email address like name@example.com'
export const emailSame = 'This is already your address'
export const emailTaken = 'Another account uses this address'
export const emailNotChanged = "We couldn't send the confirmations. Nothing changed; please try again."

// password-panel
export const changePassword = 'Change password'
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const newPasswordHint = 'Must be at least 8 characters'
export const confirmNewPassword = 'Confirm new password'
export const savePassword = 'Save password'
export const passwordChanged = 'Your password was changed'
export const passwordChangedText = 'You stay signed in here. Your other devices need to sign in again.'
export const enterCurrentPassword = 'Enter your password'
export const enterNewPassword = 'Enter a new password'
export const passwordTooShort = 'Password must be at least 8 characters long'
export const samePassword = 'Choose a different password from your current one'
export const passwordsDiffer = 'Passwords do not match'
export const wrongPassword = 'This is not your password'
export const tooManyTries = 'Too many tries. Please wait five minutes; nothing was changed.'
export const passwordNotChanged = 'Your password was not changed. Please try again.'
export const weakReasons: Record<string, string> = {
  length: 'Use at least 8 characters.',
  characters: 'Use letters, numbers and symbols.',
  pwned: 'This password has appeared in a data leak; choose another.',
}

// data-panel
export const yourData = 'Your data'
export const exportText =
  'A file with all your data: profile, addresses, cart, orders with payments and invoices, notifications, what you agreed to, complaints.'
export const exportMyData = 'Export my data'
export const gathering = 'Preparing…'
export const dataSaved = 'Your data was downloaded'
export const dataFailed = "We couldn't prepare your data"
export const dataFailedText = 'Nothing was changed; please try again.'
export const deleteText = 'You can delete your account at any time. Tax law requires us to keep some records, such as invoices, for 72 months.'

// delete-account
export const deleteMyAccount = 'Delete my account'
export const deleteQuestion = 'Delete your account?'
export const deleteConsequences = [
  'Your profile, addresses, cart and notifications are deleted right away. This cannot be undone.',
  'GST law requires us to keep invoices unchanged for 72 months. We remove your email and phone from their orders, and all your details from orders that were cancelled.',
  "You can register again with the same address, but your old orders won't come back.",
]
export const yourPassword = 'Your password'
export const keepMyAccount = 'Keep my account'
export const deleteForGood = 'Delete permanently'
export const deleting = 'Deleting…'
export const accountDeleted = 'Your account was deleted'
export const accountDeletedText = 'You are signed out. Thank you for your time with us.'
export const deleteRefused = {
  WRONG_PASSWORD: 'This is not your password',
  STORE_CREDIT: 'You still have store credit. Spend it, or write to us and we will pay it out, then try again.',
  OPEN_ORDERS: 'You still have an open order, payment or refund. Wait until it is complete, or cancel or pay the order, then try again.',
  STAFF: 'This account belongs to staff. Ask an owner to remove its role first.',
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
