/** Shops export descriptions as HTML; ours are plain text with lines. Scans once: a tag is what begins like one, so `a < b` stays. */

const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr main ol p pre section table tr ul'.split(' '),
)
const INLINE = new Set(
  'a abbr b big body center cite code del em font head html i iframe img ins label mark meta link q s small span strike strong sub sup tbody td tfoot th thead title u video'.split(
    ' ',
  ),
)
/** Elements whose content is not text. */
const HIDDEN = new Set(['script', 'style', 'template'])

// prettier-ignore
const NAMED: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', deg: '°',
  lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', eacute: 'é', egrave: 'è', agrave: 'à', ccedil: 'ç', ouml: 'ö', uuml: 'ü', auml: 'ä',
  copy: '©', reg: '®', trade: '™', times: '×', frac12: '½', frac14: '¼', micro: 'µ', rupee: '₹',
}

/** `Lips &amp; Eyes` → `Lips & Eyes`; an unknown reference stays as it is. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8}\d{0,2});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code >= 32 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : whole
  })

/** The text of HTML, a line for each block and `•` before the items of a list. Text without tags keeps its lines. */
export function htmlToText(text: string): string {
  const pieces: string[] = []
  let at = 0
  let found = false
  let hidden = ''
  const add = (piece: string) => {
    if (hidden === '') pieces.push(piece)
  }
  const lastEnd = text.lastIndexOf('>')
  while (at < text.length) {
    const start = text.indexOf('<', at)
    const tag = start === -1 || start > lastEnd ? null : tagAt(text, start)
    const end = tag === null ? (start === -1 ? text.length : start + 1) : start
    // A browser shows a line break of HTML as a space; it is one here until the first tag is found.
    add(text.slice(at, end))
    if (tag === null) {
      at = end
      continue
    }
    found = true
    at = tag.end
    if (HIDDEN.has(tag.name)) hidden = tag.closes ? '' : hidden || tag.name
    else if (tag.name === 'li') add(tag.closes ? '' : `${BREAK}• `)
    else if (tag.name === 'td' || tag.name === 'th') add(' ')
    else if (BLOCKS.has(tag.name)) add(tag.name === 'p' || /^h\d$/.test(tag.name) ? BREAK + BREAK : BREAK)
  }
  if (!found) return decodeEntities(text)
  return decodeEntities(pieces.join('').replace(/\s+/g, ' ')).replaceAll(BREAK, '\n')
}

/** Marks a line break until the white space of the source has been joined: a character that no text has. */
const BREAK = '\ue000'

function tagAt(text: string, start: number): { name: string; closes: boolean; end: number } | null {
  if (text.startsWith('<!--', start)) {
    const end = text.indexOf('-->', start)
    return { name: '', closes: false, end: end === -1 ? text.length : end + 3 }
  }
  const match = /^<(\/?)([a-z][a-z0-9]{0,10})(?=[\s/>])/i.exec(text.slice(start, start + 14))
  const name = match?.[2]?.toLowerCase() ?? ''
  if (!BLOCKS.has(name) && !INLINE.has(name) && !HIDDEN.has(name) && name !== 'li') return null
  return { name, closes: match?.[1] === '/', end: text.indexOf('>', start) + 1 }
}

/** `['water', 'dimethicone']`, as scrapers save lists, → `water, dimethicone`. */
export function listToText(text: string): string {
  const trimmed = text.trim()
  if (!/^\[\s*['"]/.test(trimmed) || !trimmed.endsWith(']')) return text
  const items = trimmed.match(/'[^']*'|"[^"]*"/g) ?? []
  return items.length === 0
    ? text
    : items
        .map((item) => item.slice(1, -1).trim())
        .filter(Boolean)
        .join(', ')
}
