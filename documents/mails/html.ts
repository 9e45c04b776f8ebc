import { fitLogo } from '#domain/shop/brand.ts'
import { accentShades } from '#domain/shop/palette.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { Message, Shop } from './message.ts'
import { contactLines } from './text.ts'

const DEFAULT_COLOURS = {
  ground: '#fbf6f1',
  line: '#e8dbd0',
  ink: '#2a1420',
  soft: '#6a5060',
  plum: '#74234f',
  dark: '#37102a',
  rose: '#a82c4b',
  marigold: '#e8a020',
}
const SANS = "font-family:'Anek Latin','Segoe UI',Roboto,'Noto Sans Devanagari',Helvetica,Arial,sans-serif"
const SERIF = "font-family:'Tiro Devanagari Hindi',Georgia,'Noto Serif Devanagari','Times New Roman',serif"

/** Escapes text for HTML, both in content and in double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Only web addresses become links, so a `javascript:` address in the data does not. */
function safeUrl(url: string): string {
  return /^https?:\/\//i.test(url) ? escapeHtml(url) : '#'
}

/** The default colours with the shop's own ones in their place. */
function coloursOf({ accent, secondColour }: StoreSettings): typeof DEFAULT_COLOURS {
  return {
    ...DEFAULT_COLOURS,
    ...(accent === null ? {} : { plum: accent, dark: accentShades(accent).darkest }),
    ...(secondColour === null ? {} : { rose: secondColour }),
  }
}

/** The HTML part: tables and inline styles, because mail programs support little else, and no external resources. */
export function htmlOf(message: Message, shop: Shop): string {
  const { settings, origin } = shop
  const colours = coloursOf(settings)
  const { ground, line, ink, soft, plum, dark, rose, marigold } = colours
  const body = [
    `<h1 style="margin:0 0 16px;${SERIF};font-size:26px;line-height:1.25;font-weight:400;color:${dark}">${escapeHtml(message.heading)}</h1>`,
    ...message.paragraphs.map((text) => `<p style="margin:0 0 14px">${escapeHtml(text)}</p>`),
    itemsTable(message),
    factsTable(message),
    button(message, colours),
    quietLink(message, colours),
    ...(message.notes ?? []).map((text) => `<p style="margin:14px 0 0;font-size:14px;color:${soft};overflow-wrap:anywhere">${escapeHtml(text)}</p>`),
  ].join('\n')
  return `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(message.subject)}</title></head>
<body style="margin:0;padding:0;background:${ground};${SANS};color:${ink};font-size:16px;line-height:1.55">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(message.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${ground}"><tr><td align="center" style="padding:28px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td align="center" style="padding:0 0 18px"><a href="${safeUrl(origin)}" style="${SERIF};font-size:30px;line-height:1;color:${plum};text-decoration:none">${storeMark(shop)}</a></td></tr>
<tr><td style="height:3px;line-height:3px;font-size:0;background:${marigold}">&nbsp;</td></tr>
<tr><td style="background:#ffffff;border:1px solid ${line};border-top:0;padding:32px 28px">
${body}
</td></tr>
<tr><td align="center" style="padding:20px 12px;font-size:13px;line-height:1.5;color:${soft}"><span style="color:${rose}">&#9679;</span><br>${[settings.legalName, ...contactLines(settings)].map(escapeHtml).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`
}

/** A mail program that shows no pictures shows the name, in the style of the text around it. */
function storeMark({ settings: { storeName, logo: size }, logo }: Shop): string {
  if (logo === undefined || size === null) return escapeHtml(storeName)
  const { width, height } = fitLogo(size, { width: 280, height: 56 })
  return `<img src="${escapeHtml(logo)}" alt="${escapeHtml(storeName)}" width="${width}" height="${height}" style="display:block;margin:0 auto;border:0">`
}

function itemsTable({ items }: Message): string {
  if (!items?.length) return ''
  const cell = `padding:9px 0;border-bottom:1px solid ${DEFAULT_COLOURS.line};vertical-align:top`
  const rows = items.map(
    (item) =>
      `<tr><td style="${cell}">${escapeHtml(item.name)}</td><td align="right" style="${cell};padding-left:12px;white-space:nowrap;color:${DEFAULT_COLOURS.soft}">&times; ${escapeHtml(item.quantity)}</td><td align="right" style="${cell};padding-left:12px;white-space:nowrap">${escapeHtml(item.total)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 6px;font-size:15px">${rows.join('')}</table>`
}

function factsTable({ facts }: Message): string {
  if (!facts?.length) return ''
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 0;vertical-align:top;white-space:nowrap;color:${DEFAULT_COLOURS.soft}">${escapeHtml(label)}</td><td align="right" style="padding:4px 0 4px 12px;font-weight:600">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 6px;font-size:15px">${rows.join('')}</table>`
}

function button({ button: action }: Message, { plum, soft }: typeof DEFAULT_COLOURS): string {
  if (!action) return ''
  const url = safeUrl(action.url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:22px 0 8px"><tr><td style="background:${plum};border-radius:6px;line-height:20px"><a href="${url}" style="display:block;padding:14px 26px;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></td></tr></table>
<p style="margin:8px 0 0;font-size:13px;color:${soft};word-break:break-all">${escapeHtml(readable(action.url))}</p>`
}

function quietLink({ link }: Message, { plum }: typeof DEFAULT_COLOURS): string {
  if (!link) return ''
  return `<p style="margin:14px 0 0"><a href="${safeUrl(link.url)}" style="color:${plum};font-weight:600">${escapeHtml(link.label)}</a></p>`
}

/** The address as a browser shows it: otherwise a Devanagari name would become three lines of %E0%A4. */
function readable(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
