/** How many mails one process sends at once (MAIL_WORKERS). */

/** Some 7,000 mails with documents an hour, at a mail server that takes half a second for each. */
export const MAIL_WORKERS = 2
/** More would only wait for the documents, which one process renders. */
export const MOST_MAIL_WORKERS = 10
