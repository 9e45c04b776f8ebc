import type { StoreSettings } from '#domain/shop/settings.ts'
import type { MessageTexts } from './texts.ts'

/**
 * A mail before it has a form. The kinds beside this file only say what is in a mail, as plain text; `html.ts` and
 * `text.ts` say how it looks, and escape in one place.
 */
export type Message = {
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  facts?: [label: string, value: string][]
  items?: { name: string; quantity: string; total: string }[]
  button?: { label: string; url: string }
  /** A second, quieter way on, below the button. */
  link?: { label: string; url: string }
  /** In small print below the button: what to do when the mail was not meant for the reader. */
  notes?: string[]
}

export type Mail = { subject: string; html: string; text: string }

/** What the kinds may use beside their data. `origin` is the shop's public address without a trailing slash; `texts` are the owner's words. */
export type Shop = { settings: StoreSettings; origin: string; texts?: MessageTexts }
