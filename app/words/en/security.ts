/** Two-step sign-in, recovery codes and the list of sessions. */

// the page
export const title = 'Security'
export const security = 'Security'
export const securityHint = 'Two-step sign-in, recovery codes and the devices you are signed in on'
export const openSecurity = 'Open security settings'
export const loadFailed = 'Your security settings could not be loaded.'
export const tryAgain = 'Try again'
export const cancel = 'Cancel'

// two-step sign-in
export const twoStep = 'Two-step sign-in'
export const on = 'On'
export const off = 'Off'
export const twoStepText =
  'After your password, we ask for a code from an app on your phone. Someone who learns your password still cannot sign in or see your orders.'
export const onSince = (day: string) => `Your account has asked for a code since ${day}.`
export const turnOn = 'Turn on'
export const turningOn = 'Preparing…'
export const turnOff = 'Turn off'
export const turningOff = 'Turning off…'
export const turnOffQuestion = 'Turn off two-step sign-in?'
export const turnOffText = 'Your account will only ask for your password, and your recovery codes stop working. Remove the entry from your app afterwards.'
export const keepOn = 'Keep it on'
export const turnedOn = 'Two-step sign-in is on'
export const turnedOnText = 'Every other device was signed out.'
export const turnedOff = 'Two-step sign-in is off'

// setting it up
/** Names the factor in a list of factors. */
export const appName = 'Authenticator app'
export const setUp = 'Set up two-step sign-in'
export const stepApp = 'Install an authenticator app on your phone'
export const stepAppText = 'Google Authenticator, Microsoft Authenticator, Aegis, or the password manager you already use.'
export const stepScan = 'Scan this code with the app'
export const qrCode = 'QR code that adds this account to an authenticator app'
export const onThisPhone = 'Open it in an app on this device'
export const byHand = 'Or type this key into the app'
export const copyKey = 'Copy the key'
export const stepCode = 'Enter the six digits that the app shows'
export const code = 'Code'
export const codeHint = 'Six digits; a new code every 30 seconds'
export const confirm = 'Turn on two-step sign-in'
export const checking = 'Checking…'
export const copied = 'Copied'
export const copyFailed = 'The browser did not allow copying. Select the text and copy it yourself.'

// required for staff
export const required = 'Two-step sign-in is required for all staff'
export const requiredText = 'Set it up now; it takes two minutes and an app on your phone. Then the back office opens.'
export const requiredAgain = 'Your account has two-step sign-in, but this session has not given its code. Sign in again to give it.'
export const goOn = 'Continue to the back office'
export const signOut = 'Sign out'

// recovery codes
export const recoveryCodes = 'Recovery codes'
export const recoveryText = 'For when you lose your phone. Each code signs you in once, instead of a code from the app.'
export const codesLeft = (remaining: number, total: number) => `${remaining} of ${total} codes are unused.`
export const noCodes = 'You have no recovery codes. Without them, a lost phone locks you out.'
export const fewCodes = 'Only a few codes are left: create new ones.'
export const makeCodes = 'Create recovery codes'
export const newCodes = 'Create new codes'
export const makingCodes = 'Creating…'
export const newCodesQuestion = 'Create new recovery codes?'
export const newCodesText = 'Your current codes stop working right away.'
export const keepCodes = 'Keep current codes'
export const saveCodes = 'Save your recovery codes now'
export const saveCodesText = 'They are only shown once. Keep them separate from your phone and password: on paper or in a password manager.'
export const copyCodes = 'Copy'
export const downloadCodes = 'Download'
export const printCodes = 'Print'
export const codesSaved = 'I have saved the codes'
export const codesNotMade = 'The recovery codes could not be created. Two-step sign-in is on; please try again.'
export const fileName = 'recovery-codes.txt'
export const fileText = (shop: string, email: string, codes: string[]) =>
  [`Recovery codes of ${email} at ${shop}`, 'Each code signs in once, after the password.', '', ...codes, ''].join('\n')

// entering the code at sign-in
export const enterCode = 'Enter your code'
export const enterCodeText = (email: string) => `Your account has two-step sign-in. Enter the code that your authenticator app shows for ${email}.`
export const recoveryCode = 'Recovery code'
export const recoveryCodeHint = 'One of the codes you saved, like k4m9-x7qp-2ab8-ht3z. It works once.'
export const insteadRecoveryCode = 'Use a recovery code instead'
export const insteadApp = 'Use a code from the app instead'
export const continueSignIn = 'Continue'
export const anotherAccount = 'Use another account'
export const typeCode = 'Enter the six digits'
export const typeRecoveryCode = 'Enter a recovery code'

// errors
export const wrongCode = "This code isn't right. Codes change every 30 seconds and work once: wait for the next one, and check your phone's clock."
export const wrongRecoveryCode = 'This recovery code is wrong or was used before.'
export const tooManyCodes = 'Too many wrong codes. Please wait 15 minutes, or use a recovery code.'
export const tooManyRecoveryCodes = 'Too many wrong codes. Please wait 15 minutes.'
export const tookTooLong = 'Your sign-in took too long and has ended. Please enter your password again.'
export const noAnswer = "We can't be reached right now. Check your connection and try again."
export const somethingWrong = "That didn't work. Nothing was changed; please try again."

// sessions
export const sessions = 'Where you are signed in'
export const sessionsText = "If you don't recognise one of these, sign it out and change your password."
export const thisDevice = 'This device'
export const lastUsed = (when: string) => `Last used ${when}`
export const signedIn = (when: string) => `Signed in ${when}`
export const network = (shortened: string) => `Network ${shortened}`
export const withoutCode = 'Code not entered'
export const signOutDevice = 'Sign out'
/** For screen readers, after Sign out. */
export const ofDevice = (device: string) => ` ${device}`
export const signOutElsewhere = 'Sign out everywhere else'
export const signOutElsewhereQuestion = 'Sign out on every other device?'
export const signOutElsewhereText = 'You stay signed in here. Every other device needs to sign in again.'
export const staySignedIn = 'Leave them signed in'
export const signingOut = 'Signing out…'
export const deviceSignedOut = 'Signed out on that device'
export const everywhereElseSignedOut = 'Signed out everywhere else'
export const sessionNotEnded = 'The device could not be signed out. Please try again.'

// devices
export const browserOn = (browser: string, system: string) => `${browser} on ${system}`
export const unknownBrowser = 'A browser'
export const unknownDevice = 'An unknown device'

/**
 * Identifies browsers by a part of their user agent. The first match counts: Edge and Opera also contain the mark of Chrome, and every browser that of Safari.
 */
export const browsers: [mark: string, name: string][] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['UCBrowser/', 'UC Browser'],
  ['YaBrowser/', 'Yandex Browser'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]

export const systems: [mark: string, name: string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'Chromebook'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
]
