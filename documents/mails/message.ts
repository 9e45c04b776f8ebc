import type { StoreSettings } from '#domain/shop/settings.ts'
import type { MessageTexts } from './texts.ts'

/**
 * The content of a mail without its format. The kinds of mails in this folder only define the content, as plain text; `html.ts` and
 * `text.ts` format it, and all escaping is there.
 */
export type Message = {
  subject: string
  /** The text that an inbox shows beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  facts?: [label: string, value: string][]
  items?: { name: string; quantity: string; total: string }[]
  button?: { label: string; url: string }
  /** A second, less prominent link below the button. */
  link?: { label: string; url: string }
  /** Small print below the button: what to do if the mail was not meant for the reader. */
  notes?: string[]
}

export type Mail = { subject: string; html: string; text: string }

/**
 * What the kinds of mails may use besides their data. `origin` is the shop's public address without a trailing slash; `texts` are the owner's
 * texts; `logo` is the address of the shop's logo: `cid:…` of an attached file in a mail, so that nothing is loaded when it is opened.
 */
export type Shop = { settings: StoreSettings; origin: string; texts?: MessageTexts; logo?: string }
