/** Contact, grievance officer and complaints (E-Commerce Rules 2020). The error messages of the fields come from the domain. */

export const home = 'Home'
export const crumb = 'Contact'
export const title = 'Contact and grievances'
export const metaDescription = 'How to reach us, when we are there, who the grievance officer is, and how to file a complaint with a ticket number.'
export const heading = (
  <>
    We are within <em>reach</em>
  </>
)
export const lead = 'A question, an order that went wrong, a word of praise: somebody who knows the shelves answers.'

// Details
export const customerCare = 'Customer care'
export const whatsApp = 'WhatsApp'
export const hours = 'Hours'
export const theHouse = 'The house'
export const alsoAt = 'Also at'
export const addressLine = (city: string, pincode: string, state: string) => `${city} ${pincode}, ${state}, India`
export const gstin = (number: string) => `GSTIN ${number}`
export const grievanceOfficer = 'Grievance officer'
export const noOfficer = 'Your complaint reaches the person in charge through the form, or by mail to customer care.'
export const acknowledged = 'A complaint is acknowledged within 48 hours and answered within one month.'

// The form
export const fileAComplaint = 'File a complaint'
export const formLead = 'You get a ticket number at once and by mail, and an answer within one month.'
export const fullName = 'Full name'
export const email = 'Email'
export const mobileNumber = 'Mobile number'
export const whyPhone = 'Only used if we have to ask you something about this.'
export const aboutAnOrder = 'About an order'
export const aboutOrder = (shortId: string) => `About order #${shortId}`
export const noOrder = 'None in particular'
export const orderChoice = (shortId: string, day: string, amount: string) => `#${shortId}, ${day}, ${amount}`
export const whatHappened = 'What happened?'
export const messageHint = 'What you expected, what came instead, and what would make it right.'
export const messageHintVisitor = 'With the order’s number, if it is about one; what came instead, and what would make it right.'
export const trap = 'Website'
export const send = 'Send complaint'
export const sending = 'Sending…'
export const withoutScripts = (address: string) => (
  <>
    The form needs scripts. Without them, please write to <a href={`mailto:${address}`}>{address}</a>.
  </>
)
export const tooMany = 'We have several complaints from you already and are working on them. Please write to us by mail if something new came up.'
export const failed = 'Your complaint did not reach us. What you wrote is kept here: please try again in a moment.'

// Filed
export const received = 'We have your complaint'
export const ticketNumberIs = 'Your ticket number is'
export const sentTo = (address: string) => (
  <>
    We have sent it to <span className="wrap-anywhere">{address}</span> as well. Name it when you write or call; you get an answer within one month.
  </>
)
export const fileAnother = 'File another'
