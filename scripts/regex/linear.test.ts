/**
 * Readers of external text stay linear for any text: strings that repeat the difficult input of a parser are processed within a
 * budget measured in the same run. A quadratic reader needs about 50,000 steps for each character of such a string; a plain scan
 * needs one. Between them the budget of 3,000 leaves room for any correct reader on a busy machine.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containsPattern } from '#app/data/api/contains-pattern.ts'
import { numberFormat } from '#app/admin/products/import/workbook/number-format.ts'
import { readXml } from '#app/admin/products/import/workbook/xml.ts'
import { returnPath } from '#app/data/session/return-path.ts'
import { lede, measurePrice } from '#app/storefront/product/product-text.ts'
import { parseOrderList } from '#app/storefront/order-pad/parse-order-list.ts'
import { pageCount } from '#documents/bundle/page-count.ts'
import { checkGstin } from '#domain/addresses/gstin.ts'
import { checkPageText, renderPageText } from '#domain/text/page-text.ts'
import { readChangePercent } from '#domain/products/price-change.ts'
import { guessFields } from '#domain/product-import/guess-fields.ts'
import { decodeEntities, htmlToText, listToText } from '#domain/product-import/html-text.ts'
import { readHsn, readSku, readTiers } from '#domain/product-import/read-cell.ts'
import { readAmount, readCount, readPercent, readPrice, readQuantity } from '#domain/product-import/read-number.ts'
import { pathOf } from '#domain/product-import/category-nodes.ts'
import { tidyLines, tidyText } from '#domain/product-import/tidy-text.ts'
import { redact, redactText } from '#domain/text/redact.ts'
import { searchTokens } from '#domain/text/search-tokens.ts'
import { mobileNumber } from '#domain/addresses/mobile-number.ts'
import { isEmail, isPincode, checkShipping } from '#domain/addresses/shipping.ts'
import { slugOf } from '#domain/text/slug.ts'
import { createRedirectCheck } from '#gateway/auth/links/redirects.ts'
import { readEmail } from '#gateway/auth/accounts/users.ts'
import { splitStatements } from '#gateway/core/migration-statements.ts'
import { parsePreferences } from '#gateway/rest/parse/preferences.ts'
import { parseQuery } from '#gateway/rest/parse/parse-query.ts'
import { contentTypeOf } from '#gateway/storage/content-type.ts'
import { isPhone } from '#server/http/pages.ts'
import { readList } from '../import/read-list.ts'

const LENGTH = 100_000
const BUDGET = 3000

const redirect = createRedirectCheck('https://shop.example', 'https://shop.example', ['https://*.example/**/x/**'])
const READERS: Record<string, (text: string) => unknown> = {
  redactText,
  redact: (text) => redact({ [text]: text, nested: [text] }),
  isPhone: (text) => isPhone(undefined, text),
  'content type': (text) => contentTypeOf(Buffer.from(text), text),
  'email address': (text) => isEmail(text) || readEmail(text),
  'telephone number': mobileNumber,
  'PIN code': isPincode,
  GSTIN: checkGstin,
  'delivery address': (text) =>
    checkShipping({ full_name: text, email: text, phone: text, address: text, city: text, state: text, pincode: text, gstin: text }),
  'order pad, one line': parseOrderList,
  'order pad, many lines': (text) => parseOrderList(text.replace(/(.{250})/g, '$1\n')),
  'price list': readList,
  'cells of a price list': (text) =>
    [readAmount, readCount, readPrice, readQuantity, readPercent, readHsn, readSku, readTiers, readChangePercent].map((read) => read(text)),
  'HTML of a price list': (text) => [htmlToText(text), listToText(`['${text}']`), decodeEntities(text)],
  'headings of a price list': (text) => guessFields([text]),
  'categories of a price list': pathOf,
  'texts of a price list': (text) => tidyText(text) + tidyLines(text),
  'XML of a workbook': (text) => readXml(text, { open: (_, attributes) => void attributes(), close: () => undefined, text: () => undefined }),
  'number format of a workbook': (text) => numberFormat(164, text),
  'select of the gateway': (text) => parseQuery([['select', text]], { arguments: false }),
  'filter of the gateway': (text) => parseQuery([['name', text]], { arguments: false }),
  'logic of the gateway': (text) => parseQuery([['or', `(${text})`]], { arguments: false }),
  'order of the gateway': (text) => parseQuery([['order', text]], { arguments: false }),
  'preferences of the gateway': parsePreferences,
  'redirect address': (text) => redirect(`https://a.example/${text}`),
  migration: splitStatements,
  slug: slugOf,
  'page text': (text) => [checkPageText(text, {}), renderPageText(text, {})],
  'search words': searchTokens,
  'search pattern': containsPattern,
  'return path': (text) => returnPath({ from: text }),
  'description of a product': (text) => [lede(text), measurePrice(100, text)],
  'pages of a PDF': (text) => pageCount(Buffer.from(text)),
}

/** Strings that the expressions and parsers above start with, repeat and end with. */
const PIECES = [
  ['pwd', 'token', 'eyJ', 'eyJabcd', 'sb_a_', 'Bearer ', 'a@', '%40', '9', '98200 ', '9 9-', '(9', '\\"', '="', 'otp_'],
  ['Android', ' Mobile', 'Android ', '<!---->', '<!--', '-->', '<?xml', '<svg', '<title', '<img ', '/*', '--', '$a$', "'", '"'],
  ['a.', 'a@a.', '.', '@', ' ', '\t', '\n', '\r', '\u00a0', '\u200b', '0', '1,', '1.', '₹', 'rs ', '/-', '%', 'x ', ' x 1', 'qty', ':', '=', '+', '-', '–'],
  ['pcs', '>', '/', ' / ', '(', ')', '(a', '[', ']', '[a](', '](', '**', '* ', '# ', '1. ', '{a', '{', '}', '|', ';', ','],
  [
    'a',
    'A',
    'é',
    'e\u0301',
    'क',
    'aA',
    'Â',
    '!',
    '?',
    '\\',
    'a(',
    'a:',
    '::',
    '->',
    '->>',
    '!inner',
    'eq.',
    'and(',
    'or(',
    'not.',
    '/Type /Pages',
    '/Count 1',
    '\0',
  ],
].flat()
const text = fc
  .tuple(
    fc.constantFrom('', ...PIECES),
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
    fc.constantFrom('', '!', '\n', 'a', '\0', '"', ')'),
  )
  .map(([before, unit, after]) => before + unit.repeat(Math.floor(LENGTH / unit.length)) + after)
const EXAMPLES = PIECES.map((piece): [string] => [`${piece.repeat(Math.floor(LENGTH / piece.length))}!`])

/** Milliseconds of processor time that this thread has used: other work on the machine has little influence. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function cost(work: () => unknown): number {
  const began = processorTime()
  try {
    work()
  } catch {
    // Rejecting the text is a valid result.
  }
  return processorTime() - began
}

let sum = 0
function scan(text: string): void {
  for (let at = 0; at < text.length; at += 1) sum = (sum + text.charCodeAt(at)) | 0
}

/**
 * Milliseconds that a reader may use. The plain scan is measured often enough for the resolution of the clock, and its fastest batch
 * counts: a batch that ran before its code was compiled, or that the machine slowed down, would allow too much.
 */
const budget = ((): number => {
  const one = 'a'.repeat(LENGTH)
  const batch = (): void => {
    for (let run = 0; run < 100; run += 1) scan(one)
  }
  const batches = Array.from({ length: 6 }, () => cost(batch) / 100)
  return Math.max(400, Math.min(...batches) * BUDGET)
})()

/** Three tries: a machine that is short of memory may pause for a moment. */
function isLinear(read: (text: string) => unknown, one: string): boolean {
  return [1, 2, 3].some(() => cost(() => read(one)) <= budget)
}

describe('expressions that read external text take linear time', () => {
  test.each(Object.entries(READERS))('%s', (_name, read) => {
    fc.assert(
      fc.property(text, (one) => isLinear(read, one)),
      { numRuns: EXAMPLES.length + 12, examples: EXAMPLES, endOnFailure: true },
    )
  })

  test('a quadratic expression is detected', () => {
    // As long as the texts above. One try is enough: it takes several times the budget.
    expect(cost(() => /(?:pwd)[\w-]*=/.test('pwd'.repeat(LENGTH / 3)))).toBeGreaterThan(budget)
  })
})
