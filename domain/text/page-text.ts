import { shortRupees } from '../money/short-rupees.ts'
import type { StoreSettings } from '../shop/settings.ts'

/**
 * The markup of the pages that the owner may rewrite (/terms, /shipping …), and its only renderer. It is deliberately
 * small and strict: anything not listed here is text, and text is escaped.
 *
 *   # Heading   ## Smaller heading   - item   1. item   [words](https://…)   **bold**   {placeholder}
 *
 * An empty line ends a paragraph or a list. Links may only lead to https://, mailto:, tel: or a page of the shop.
 */
export const PAGES = ['terms', 'shipping', 'refunds', 'privacy', 'about'] as const
export type PageName = (typeof PAGES)[number]
export const LONGEST_PAGE = 40_000

type Fill = (name: string) => string | null

/** The allowed placeholders: values from the settings, so that a page never promises something outdated. */
export function pageWords(settings: StoreSettings): Record<string, string> {
  return {
    shop: settings.storeName,
    legal_name: settings.legalName,
    address: [settings.address, `${settings.city} ${settings.pincode}`.trim()].filter(Boolean).join(', '),
    city: settings.city,
    email: settings.email,
    phone: settings.phone,
    gstin: settings.gstin ?? '',
    free_delivery_from: shortRupees(settings.freeDeliveryFrom),
    delivery_charge: shortRupees(settings.deliveryCharge),
    officer: settings.grievanceName,
    officer_email: settings.grievanceEmail || settings.email,
    officer_phone: settings.grievancePhone,
  }
}

/** The page as HTML. Whatever the text contains, the output has only the elements, attributes and addresses defined below. */
export function renderPageText(text: string, words: Readonly<Record<string, string>>): string {
  const fill: Fill = (name) => (Object.hasOwn(words, name) ? (words[name] ?? '') : null)
  return blocksOf(text)
    .map(({ tag, lines, first }) => {
      if (tag === 'ul' || tag === 'ol')
        return `<${tag}${first === 1 ? '' : ` start="${first}"`}>${lines.map((line) => `<li>${inline(line, fill)}</li>`).join('')}</${tag}>`
      return `<${tag}>${lines.map((line) => inline(line, fill)).join('<br>')}</${tag}>`
    })
    .join('\n')
}

export type PageContents = { id: string; title: string }[]

/** The page as HTML whose headings can be linked to, and the list of these headings. */
export function renderPage(text: string, words: Readonly<Record<string, string>>): { html: string; contents: PageContents } {
  const [start = '', ...parts] = renderPageText(text, words).split('<h2>')
  const contents = parts.map((part, place) => ({
    id: `part-${place + 1}`,
    title: unescape(part.slice(0, part.indexOf('</h2>')).replace(/<[^<>]*>/g, '')),
  }))
  return { html: start + parts.map((part, place) => `<h2 id="part-${place + 1}">${part}`).join(''), contents }
}

export type PageTextError = { kind: 'empty' | 'long' | 'link' | 'placeholder'; what: string }

/** The first problem of a text. A link with a forbidden address would be shown as it was typed. */
export function checkPageText(text: string, words: Readonly<Record<string, string>>): PageTextError | null {
  if (text.trim() === '') return { kind: 'empty', what: '' }
  if (text.length > LONGEST_PAGE) return { kind: 'long', what: String(LONGEST_PAGE) }
  for (const [, , address = ''] of text.matchAll(LINK)) {
    const filled = address.replace(PLACEHOLDER, (_, name: string) => words[name] ?? '')
    if (safeAddress(filled) === null) return { kind: 'link', what: address }
  }
  for (const [, name = ''] of text.matchAll(PLACEHOLDER)) if (!Object.hasOwn(words, name)) return { kind: 'placeholder', what: name }
  return null
}

const LINK = /\[([^[\]\n]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g
const PLACEHOLDER = /\{([a-z_]+)\}/g

/** `first`: the number of the first item of a numbered list; the browser counts on from there. */
type Block = { tag: 'h2' | 'h3' | 'p' | 'ul' | 'ol'; lines: string[]; first: number }

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.trim()
    const [, hashes, heading] = /^(#{1,2})\s+(\S.*)$/.exec(line) ?? []
    const item = /^[-*]\s+(\S.*)$/.exec(line)?.[1]
    const [, number, numbered] = /^(\d{1,3})[.)]\s+(\S.*)$/.exec(line) ?? []
    if (line === '') open = undefined
    else if (heading !== undefined) {
      blocks.push({ tag: hashes === '#' ? 'h2' : 'h3', lines: [heading], first: 1 })
      open = undefined
    } else {
      const tag = item !== undefined ? 'ul' : numbered !== undefined ? 'ol' : 'p'
      const words = item ?? numbered ?? line
      if (open?.tag === tag) open.lines.push(words)
      else {
        open = { tag, lines: [words], first: tag === 'ol' ? Number(number) : 1 }
        blocks.push(open)
      }
    }
  }
  return blocks
}

function inline(line: string, fill: Fill): string {
  let html = ''
  let from = 0
  for (const match of line.matchAll(LINK)) {
    const [whole, label = '', address = ''] = match
    html += bold(line.slice(from, match.index), fill)
    const href = safeAddress(address.replace(PLACEHOLDER, (_, name: string) => fill(name) ?? ''))
    // A link with a forbidden address stays as typed, so that no reader is sent to it unaware.
    html += href === null ? escape(whole) : `<a href="${escape(href)}"${href.startsWith('https:') ? ' rel="noopener nofollow"' : ''}>${bold(label, fill)}</a>`
    from = match.index + whole.length
  }
  return html + bold(line.slice(from), fill)
}

const bold = (text: string, fill: Fill): string =>
  text
    .split(/\*\*([^*]+)\*\*/)
    .map((part, at) => (at % 2 === 1 ? `<b>${plain(part, fill)}</b>` : plain(part, fill)))
    .join('')

/** One pass: placeholders in the inserted values are not replaced. */
const plain = (text: string, fill: Fill): string =>
  text
    .split(/(\{[a-z_]+\})/)
    .map((part, at) => escape(at % 2 === 1 ? (fill(part.slice(1, -1)) ?? part) : part))
    .join('')

/** null: a page must not link to this address. */
function safeAddress(address: string): string | null {
  if (/^\/(?![/\\])[^\s"'<>\\]*$/.test(address)) return address
  if (/^https:\/\/[^\s"'<>\\]+$/i.test(address) && URL.canParse(address)) {
    const { href, username, password } = new URL(address)
    return username === '' && password === '' ? href : null
  }
  if (/^mailto:[^\s"'<>\\?&,@]+@[^\s"'<>\\?&,@]+$/i.test(address)) return address
  return /^tel:\+?[\d-]{3,20}$/i.test(address) ? address : null
}

const unescape = (html: string): string => html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
