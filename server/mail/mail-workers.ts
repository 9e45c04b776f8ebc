/** How many mails one process sends at once (MAIL_WORKERS). */

/** The default. Measured: 2.1 mails with documents a second at a mail server that takes 0.4 s for each answer (docs/scale.md). */
export const MAIL_WORKERS = 2
/** More would only wait for the documents, which one process renders. */
export const MOST_MAIL_WORKERS = 10
