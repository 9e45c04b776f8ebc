/**
 * The part of the style sheet that a page's HTML needs: a fourth of it, written into the page, so that the first paint waits for one
 * response. The whole sheet comes with the scripts, after the first paint, for what they show later (docs/decisions/0130-styles-of-a-page.md).
 * It comes after the part and holds all its rules in the same sequence, so nothing changes when it arrives.
 */
import { parseStyles, type Group, type Need, type Rule } from './style-rules.ts'

/** Pages whose styles are kept: a page of each kind, and of each state that it may be in. */
const MOST_KEPT = 100

/** How React writes the classes of an element. */
const ATTRIBUTE = Buffer.from(' class="')
const QUOTE = '"'.charCodeAt(0)

const TAG = '<'.charCodeAt(0)

type Needed = Rule & { needs: readonly (readonly number[])[] }

/** As React writes it into an attribute. */
const escaped = (name: string): string =>
  name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A function that returns the styles for a page's HTML, as bytes: a text of them would be copied for each page. */
export function openStyles(css: string): (page: Buffer) => Buffer {
  const classes = new Map<string, number>()
  const elements = new Map<string, number>()
  const texts = new Map<string, number>()
  const numberOf = ({ kind, name: written }: Need): number => {
    const [names, name] = kind === 'class' ? [classes, escaped(written)] : [kind === 'element' ? elements : texts, written]
    const number = names.get(name) ?? classes.size + elements.size + texts.size
    names.set(name, number)
    return number
  }
  const prepare = (part: Rule | Group): Needed | Prepared =>
    'parts' in part ? { head: part.head, parts: part.parts.map(prepare) } : { ...part, needs: part.selectors.map((needs) => needs.map(numberOf)) }
  const sheet = parseStyles(css).map(prepare)
  const sums = new Map([...elements].map(([name, number]) => [sumOf(Buffer.from(`${name} `), 0), number]))
  if (sums.size !== elements.size) throw new Error('Two elements of the style sheet have the same sum')
  const all = classes.size + elements.size + texts.size
  /** Numbers of the classes of one attribute. */
  const attributes = new Map<string, readonly number[]>()
  const kept = new Map<string, Buffer>()

  return (page) => {
    const has = new Uint8Array(all)
    for (let at = page.indexOf(TAG); at >= 0; at = page.indexOf(TAG, at + 1)) {
      const number = sums.get(sumOf(page, at + 1))
      if (number !== undefined) has[number] = 1
    }
    for (const [text, number] of texts) if (page.includes(text)) has[number] = 1
    const seen = new Set<string>()
    // In the bytes: a page as one text would be long-lived garbage.
    for (let at = page.indexOf(ATTRIBUTE); at >= 0; at = page.indexOf(ATTRIBUTE, at)) {
      at += ATTRIBUTE.length
      const end = page.indexOf(QUOTE, at)
      if (end < 0) break
      const attribute = page.toString('latin1', at, end)
      if (seen.has(attribute)) continue
      seen.add(attribute)
      for (const number of numbersOf(attribute, classes, attributes)) has[number] = 1
    }
    const key = Buffer.from(has).toString('latin1')
    let styles = kept.get(key)
    if (styles === undefined) {
      styles = Buffer.from(write(sheet, has))
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(key, styles)
    }
    return styles
  }
}

/** A number for the name that begins at a place. Two names with one number would only keep a rule that is not needed. */
function sumOf(page: Buffer, from: number): number {
  let sum = 0
  for (let at = from; isOfName(page[at] ?? 0); at += 1) sum = (sum * 31 + (page[at] ?? 0)) | 0
  return sum
}

/** a–z, 0–9 and the hyphen: React writes the names of HTML's elements in small letters. */
const isOfName = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45

type Prepared = { head: string; parts: readonly (Needed | Prepared)[] }

/** Attributes that are remembered: the app has fewer. */
const MOST_ATTRIBUTES = 5000

function numbersOf(attribute: string, classes: Map<string, number>, known: Map<string, readonly number[]>): readonly number[] {
  let numbers = known.get(attribute)
  if (!numbers) {
    numbers = attribute.split(/\s+/).flatMap((name) => classes.get(name) ?? [])
    if (known.size >= MOST_ATTRIBUTES) known.clear()
    known.set(attribute, numbers)
  }
  return numbers
}

function write(sheet: readonly (Needed | Prepared)[], has: Uint8Array): string {
  const used = new Set<string>()
  const isNeeded = (rule: Needed): boolean => rule.needs.some((numbers) => numbers.every((number) => has[number] === 1))
  const look = (parts: readonly (Needed | Prepared)[]): void => {
    for (const part of parts) {
      if ('parts' in part) look(part.parts)
      else if (part.kind === 'style' && isNeeded(part)) for (const name of part.names) used.add(name)
    }
  }
  look(sheet)
  const textOf = (part: Needed | Prepared): string => {
    if ('parts' in part) {
      const inner = part.parts.map(textOf).join('')
      // An empty layer stays: the first mention of a layer decides its place among the others.
      return inner === '' && !part.head.startsWith('@layer') ? '' : `${part.head}{${inner}}`
    }
    if (part.kind === 'style') return isNeeded(part) ? part.text : ''
    if (part.kind === 'property' || part.kind === 'keyframes') return part.names.some((name) => used.has(name)) ? part.text : ''
    if (part.kind === 'fallbacks') return fallbacksOf(part.text, used)
    return part.text
  }
  return sheet.map(textOf).join('')
}

/** The declarations of Tailwind's first values that are used: the innermost block is a list of them. */
function fallbacksOf(text: string, used: ReadonlySet<string>): string {
  const from = text.lastIndexOf('{') + 1
  const to = text.indexOf('}', from)
  const declarations = text.slice(from, to).split(';')
  return text.slice(0, from) + declarations.filter((declaration) => used.has(declaration.slice(0, declaration.indexOf(':')))).join(';') + text.slice(to)
}
