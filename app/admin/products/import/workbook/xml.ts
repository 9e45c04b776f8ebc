/**
 * Reads the XML of a workbook tag by tag. Only what spreadsheet programs write is understood: elements, attributes, text, CDATA and
 * character references. Document types and their entities are skipped, so nothing can expand. One pass, linear in the text.
 */
export type XmlReader = {
  /** `attributes` is called only when it is needed: most tags of a sheet are never asked. Return false to stop reading. */
  open: (name: string, attributes: () => Record<string, string>) => void | false
  close: (name: string) => void
  text: (text: string) => void
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes `&amp;` and `&#2309;`; an unknown reference stays as it is. */
export const decodeReferences = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return NAMED[name] ?? whole
        const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
        return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
      })
    : text

/** 'x:row' → 'row': some programs write the namespace in front of every name. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export function readXml(xml: string, { open, close, text }: XmlReader): void {
  let at = 0
  while (at < xml.length) {
    const tag = xml.indexOf('<', at)
    if (tag === -1) return
    if (tag > at) text(decodeReferences(xml.slice(at, tag)))
    if (xml.startsWith('<![CDATA[', tag)) {
      const end = indexAfter(xml, ']]>', tag)
      text(xml.slice(tag + 9, end - 3))
      at = end
      continue
    }
    if (xml.startsWith('<!--', tag)) {
      at = indexAfter(xml, '-->', tag)
      continue
    }
    const end = endOfTag(xml, tag)
    const next = xml[tag + 1]
    if (next === '/') close(localName(xml.slice(tag + 2, end - 1).trim()))
    else if (next !== '?' && next !== '!') {
      const empty = xml[end - 2] === '/'
      const inside = xml.slice(tag + 1, empty ? end - 2 : end - 1)
      const space = inside.search(/\s/)
      const name = localName(space === -1 ? inside : inside.slice(0, space))
      if (open(name, () => attributesOf(inside)) === false) return
      if (empty) close(name)
    }
    at = end
  }
}

/** The place behind `mark`; the end of the text if it is missing. */
function indexAfter(xml: string, mark: string, from: number): number {
  const place = xml.indexOf(mark, from)
  return place === -1 ? xml.length : place + mark.length
}

/** The place behind the `>` of a tag. A `>` within quotation marks does not end it. */
function endOfTag(xml: string, from: number): number {
  let quote = ''
  for (let at = from; at < xml.length; at += 1) {
    const sign = xml.charAt(at)
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return xml.length
}

function attributesOf(tag: string): Record<string, string> {
  const found: Record<string, string> = {}
  let at = tag.indexOf(' ')
  for (;;) {
    const equals = tag.indexOf('=', at)
    const quote = tag.charAt(equals + 1)
    const end = tag.indexOf(quote, equals + 2)
    if (at === -1 || equals === -1 || end === -1 || (quote !== '"' && quote !== "'")) return found
    found[localName(tag.slice(at, equals).trim())] = decodeReferences(tag.slice(equals + 2, end))
    at = end + 1
  }
}
