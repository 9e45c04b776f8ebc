/** Login, registration and password reset (docs/rules.md#fixed-texts). */
import { Link } from 'react-router'

// login
export const fillInAllFields = 'Please fill in all fields'
export const welcomeBackToast = 'Welcome back!'
export const confirmationSent = 'Please check your email to confirm your account.'
export const enterCode = 'Enter your code'
export const fillThisIn = 'Please fill in this field'
export const loginTitle = 'Login'
export const welcomeBack = 'Welcome Back'
export const sessionLapsed = 'Your session has ended. Log in again to continue.'
export const productKept = 'We saved the product you wanted. Sign in to find it in your cart.'
export const wantedKept = {
  wish: 'Sign in to add the product to your wishlist.',
  notify: "Sign in, and we'll notify you when the product is back.",
}
export const sendConfirmation = 'Send the confirmation again'
export const email = 'Email'
export const password = 'Password'
export const forgotPassword = 'Forgot password?'
export const signingIn = 'Signing in…'
export const login = 'Login'
export const newHere = (storeName: string) => `New to ${storeName}?`
export const createAccount = 'Create Account'

// register
export const registered = 'Registration successful! Please check your email to confirm your account.'
export const registerTitle = 'Create Account'
export const fullName = 'Full name'
export const passwordHint = 'Must be at least 8 characters'
export const confirmPassword = 'Confirm password'
export const creatingYourAccount = 'Creating your account…'
export const alreadyHaveAnAccount = 'Already have an account?'

// a new buyer, on the way to an order
export const orderAsNew = 'Order as a new customer'
export const thenYourOrder = 'Three fields, then your order. What you chose is kept.'
export const openTheLink = (email: string) => (
  <>
    We sent a link to <b className="font-semibold text-ink">{email}</b>. Open it, and you are back at your order. It may take a minute; check your spam folder
    too.
  </>
)
export const inTheMeantime = 'Where should it go?'
export const addressKept = 'Type the address while the mail is on its way. It is kept on this device and waits for you at the checkout.'
export const addressComplete = 'Your address is complete and waits for you at the checkout.'

// check-registration
export const passwordsDiffer = 'Passwords do not match'
export const passwordTooShort = 'Password must be at least 8 characters long'

// forgot-password
export const forgotTitle = 'Forgot password'
export const lookInMail = 'Check your email'
export const anotherAddress = 'Use another address'
export const forgotText = 'Enter your email and we’ll send you a link to choose a new password.'
export const sending = 'Sending…'
export const sendTheLink = 'Send the link'
export const backToLogin = 'Back to Login'

// reset-password
export const passwordChanged = 'Your password was changed'
export const passwordChangedText = 'You are signed in on this device. Your other devices were signed out.'
export const goToAccount = 'Go to your account'
export const resetTitle = 'Choose a new password'
export const choosePassword = 'Choose a new password'
export const sendNewLink = 'Send a new link'
export const newPassword = 'New password'
export const saving = 'Saving…'
export const savePassword = 'Save password'

// auth-layout
export const tagline = 'India’s beauty counter, at wholesale prices'

/** `reason`: the provider's own words for an expired confirmation link. */
export const deadLink = (reason: string) => `${reason}. Sign in and we'll send you a new one.`
export const agree = (
  <>
    By creating an account you agree to our{' '}
    <Link to="/terms" className="link">
      Terms &amp; Conditions
    </Link>{' '}
    and{' '}
    <Link to="/privacy" className="link">
      Privacy Policy
    </Link>
    .
  </>
)
export const linkSent = (email: string) => (
  <>
    If there is an account for <b className="font-semibold text-ink">{email}</b>, a link to choose a new password is on its way. It may take a minute; check
    your spam folder too.
  </>
)
/** `reason`: the provider's own words, without a full stop. */
export const deadResetLink = (reason: string | null) => `${reason === null ? 'This link has expired or was already used' : reason}. Please request a new one.`
