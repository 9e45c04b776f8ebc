/** Contact, grievance officer and complaints (E-Commerce Rules 2020). The error messages of the fields come from the domain. */

export const home = 'Home'
export const crumb = 'Contact'
export const title = 'Contact and grievances'
export const metaDescription = 'Contact details, opening hours, our grievance officer, and how to file a complaint with a ticket number.'
export const heading = (
  <>
    Get in <em>touch</em>
  </>
)
export const lead = 'A question, a problem with an order, or feedback? Our team is happy to help.'

// Details
export const customerCare = 'Customer care'
export const whatsApp = 'WhatsApp'
export const hours = 'Hours'
export const company = 'Company'
export const alsoAt = 'Also at'
export const addressLine = (city: string, pincode: string, state: string) => `${city} ${pincode}, ${state}, India`
export const gstin = (number: string) => `GSTIN ${number}`
export const grievanceOfficer = 'Grievance officer'
export const noOfficer = 'Use the form or email customer care, and your complaint reaches the person in charge.'
export const acknowledged = 'A complaint is acknowledged within 48 hours and answered within one month.'

// A large order
export const largeOrder = 'A price list or a large order'
export const largeOrderText = 'Send us the products and quantities, or ask for the price list. You can also paste a list and see every price at once.'
export const askByEmail = 'Ask by email'
export const largeOrderSubject = 'Price list or large order'
export const askOnWhatsApp = 'Ask on WhatsApp'
export const pasteAList = 'Paste a list'

// The form
export const fileAComplaint = 'File a complaint'
export const formLead = 'You get a ticket number right away and by email, and an answer within one month.'
export const fullName = 'Full name'
export const email = 'Email'
export const mobileNumber = 'Mobile number'
export const whyPhone = 'Only used if we need to ask you about this.'
export const aboutAnOrder = 'About an order'
export const aboutOrder = (shortId: string) => `About order #${shortId}`
export const noOrder = 'None in particular'
export const orderChoice = (shortId: string, number: string, day: string, amount: string) => `#${shortId}, no. ${number}, ${day}, ${amount}`
export const whatHappened = 'What happened?'
export const messageHint = 'What you expected, what you received, and how we can put it right.'
export const messageHintVisitor = 'Include the order number if it is about one, what you received, and how we can put it right.'
export const trap = 'Website'
export const send = 'Send complaint'
export const sending = 'Sending…'
export const withoutScripts = (address: string) => (
  <>
    The form needs JavaScript. Without it, please write to <a href={`mailto:${address}`}>{address}</a>.
  </>
)
export const tooMany = 'We already have several complaints from you and are working on them. Please email us if something new came up.'
export const failed = "We couldn't send your complaint. Your text is saved here: please try again in a moment."

// Filed
export const received = 'We have your complaint'
export const ticketNumberIs = 'Your ticket number is'
export const sentTo = (address: string) => (
  <>
    We've also sent it to <span className="wrap-anywhere">{address}</span>. Quote it when you write or call. You'll get an answer within one month.
  </>
)
export const fileAnother = 'File another'
