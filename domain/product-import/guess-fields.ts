import { DIALECTS } from './dialects.ts'
import type { Dialect } from './dialects.ts'
import { IMPORT_FIELDS, isPictureField } from './fields.ts'
import type { ImportField } from './fields.ts'
import { HEADING_NAMES } from './heading-names.ts'
import { comparable } from './tidy-text.ts'

/** `GST%`, `HSN/SAC_Code` and `Sale Price (₹)` as words: 'gst', 'hsn sac code', 'sale price'. */
export const headingWords = (text: string): string =>
  comparable(text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2'))
    // of a weight the unit matters: the same number may be grams or kilograms
    .replace(/(?<!net )(weight|wt) \((kgs?|g|gms?|grams?)\)/g, '$1 $2')
    .replace(/\([^()]*\)|\b(rs|inr|in rupees)\b\.?/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

export type Guess = { field: ImportField | null; sure: boolean }

/** The system whose export has these headings; null for any other list. */
export function dialectOf(headings: readonly string[]): Dialect | null {
  const words = new Set(headings.map(headingWords))
  return DIALECTS.find(({ signatures }) => signatures.some((signature) => signature.every((name) => words.has(name)))) ?? null
}

/**
 * Guesses the field of each column of a file. Each field is assigned once: in the export of a known system to the heading that it has
 * there; otherwise to the heading that equals one of its names, earlier names first, and then to one that begins or ends with a name
 * ('Product MRP'). `sure`: the heading equals the name.
 *
 * @param isEmpty whether a column has no value in any row: then it is not used
 */
export function guessFields(headings: readonly string[], isEmpty: (place: number) => boolean = () => false): Guess[] {
  const dialect = dialectOf(headings)
  const words = headings.map((text, place) => (isEmpty(place) ? '' : headingWords(text)))
  const guesses: Guess[] = headings.map(() => ({ field: null, sure: false }))
  const given = new Set<ImportField>()
  const assign = (field: ImportField, place: number, sure: boolean) => {
    if (place === -1 || given.has(field)) return
    guesses[place] = { field, sure }
    given.add(field)
  }
  for (const field of IMPORT_FIELDS) assign(field, placeOf(words, dialect?.fields[field] ?? [], true, guesses), true)
  const others = words.map((word) => (dialect?.ignored.includes(word) ? '' : word))
  // The headings of a known system that merely contain a name mean something else ('Variant Taxable').
  for (const sure of dialect ? [true] : [true, false]) {
    for (const field of IMPORT_FIELDS) if (sure || !isPictureField(field)) assign(field, placeOf(others, NAMES.get(field) ?? [], sure, guesses), sure)
  }
  for (const [place, word] of words.entries()) {
    if (guesses[place]?.field !== null || !PICTURES.test(word)) continue
    guesses[place] = { field: dialect?.familyPictures && !word.startsWith('variant') ? 'family_pictures' : 'pictures', sure: true }
  }
  // A sub-category alone is the category.
  if (!given.has('category')) {
    const second = guesses.find(({ field }) => field === 'category_2')
    if (second) second.field = 'category'
  }
  return guesses
}

/** 'Image Src', 'main_image_url', 'Other Image URL 3', 'Product Image 1 Url'; not 'Image Alt Text'. Several columns may be pictures. */
const PICTURES =
  /^(main |other |product |variant |swatch )?(image|picture|photo|thumbnail)s?( ?\d{1,2})?( (url|urls|src|link|links|address|addresses))?( ?\d{1,2})?$/

const NAMES = new Map(IMPORT_FIELDS.map((field) => [field, HEADING_NAMES[field].map(headingWords)]))

function placeOf(words: readonly string[], names: readonly string[], sure: boolean, guesses: readonly Guess[]): number {
  for (const name of names) {
    const fits = (word: string) => (sure ? word === name : name.length > 2 && (word.startsWith(`${name} `) || word.endsWith(` ${name}`)))
    const place = words.findIndex((word, at) => word !== '' && guesses[at]?.field === null && fits(word))
    if (place !== -1) return place
  }
  return -1
}
