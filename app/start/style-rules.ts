/** A style sheet in the parts that a page may need or not. Written for the output of the build, not for every style sheet. */

/** What a page must have for a selector to fit: a class, an element, or a text of its HTML. */
export type Need = { kind: 'class' | 'element' | 'text'; name: string }

/** A style rule, or a `@property`, `@keyframes` or `@font-face`, as it is in the sheet. */
export type Rule = {
  text: string
  /** What each selector needs; no selector: not a style rule, or none that fits before the scripts come. */
  selectors: readonly (readonly Need[])[]
  /** Of a style rule the custom properties and animations that it uses; of `@property` and `@keyframes` what they define. */
  names: readonly string[]
  kind: 'style' | 'property' | 'keyframes' | 'fallbacks' | 'other'
}
/** `@layer`, `@media` and the like. */
export type Group = { head: string; parts: readonly (Rule | Group)[] }

const GROUPS = /^@(layer|media|supports|container|starting-style)\b/
/** What answers a pointer, or a change of the page by a script: the whole sheet is there before. A focus may come earlier. */
const LATER_GROUP = /^@media \(hover: ?hover\)$/
const LATER = /:hover|:active|::view-transition/
/** Selectors that fit only in pages whose HTML has a text. */
const TEXTS: [RegExp, string][] = [
  [/:disabled/, ' disabled=""'],
  [/::file-selector-button/, ' type="file"'],
  [/::-webkit-(date|calendar)/, ' type="date'],
  [/-spin-button/, ' type="number"'],
]
/** One selector in a pseudo-class that changes nothing but its weight: `:is(.a>*)`. One that begins with an element would be joined to what is before it. */
const ALONE = /:(?:is|where)\(([.:[*](?:[^(),\\]|\\[^()])*)\)/g
/** Pseudo-classes whose selectors are alternatives or about other elements: what they need is not looked at. */
const WITH_SELECTORS = /^:[\w-]+\($/
const CLASS = /\.((?:\\[\da-f]{1,6}\s?|\\.|[\w-]|[^\x20-\x7f])+)/gi

export function parseStyles(css: string): (Rule | Group)[] {
  return blocksOf(css).map(({ head, body: written }) => {
    const body = written === null ? null : onceEach(written)
    if (body !== null && GROUPS.test(head)) {
      if (LATER_GROUP.test(head)) return { head, parts: [] }
      return /^@layer properties$/.test(head) ? fallbacks(`${head}{${body}}`) : { head, parts: parseStyles(body) }
    }
    const text = body === null ? head : `${head}{${body}}`
    const names = [...new Set([...(text.match(/--[\w-]+/g) ?? []), ...animationsOf(text)])]
    if (!head.startsWith('@')) return { text, selectors: selectorsOf(head).flatMap(needsOf), names, kind: 'style' }
    const keyframes = /^@keyframes (\S+)$/.exec(head)?.[1]
    if (keyframes !== undefined) return { text, selectors: [], names: [keyframes], kind: 'keyframes' }
    const kind = head.startsWith('@property') ? 'property' : 'other'
    return { text, selectors: [], names, kind }
  })
}

/** The build writes prefixed declarations several times. */
function onceEach(body: string): string {
  return body
    .split(';')
    .filter((declaration, place, all) => declaration === '' || declaration !== all[place - 1])
    .join(';')
}

/** The words of its animations, one of which is the name of the keyframes. */
const animationsOf = (text: string): string[] =>
  [...text.matchAll(/animation(?:-name)?:([^;}]*)/g)].flatMap(([, value = '']) => value.match(/[a-z][\w-]*/gi) ?? [])

/** Tailwind's first values of its properties for browsers without `@property`. */
const fallbacks = (text: string): Rule => ({ text, selectors: [], names: [], kind: 'fallbacks' })

/** The blocks of a sheet or of a group, and statements without a block. */
function blocksOf(css: string): { head: string; body: string | null }[] {
  const blocks: { head: string; body: string | null }[] = []
  let start = 0
  let open = -1
  let depth = 0
  for (let at = 0; at < css.length; at = next(css, at)) {
    const letter = css[at]
    if (letter === '{') {
      if (depth === 0) open = at
      depth += 1
    } else if (letter === '}') {
      depth -= 1
      if (depth === 0) {
        blocks.push({ head: headOf(css.slice(start, open)), body: css.slice(open + 1, at) })
        start = at + 1
      }
    } else if (letter === ';' && depth === 0) {
      blocks.push({ head: headOf(css.slice(start, at + 1)), body: null })
      start = at + 1
    }
  }
  return blocks
}

/** Without the comments before it. */
function headOf(text: string): string {
  const head = text.trimStart()
  const end = head.startsWith('/*') ? head.indexOf('*/') : -1
  return end < 0 ? head.trimEnd() : headOf(head.slice(end + 2))
}

/** The place after a string, a comment or an escaped letter that begins here, else after this letter. */
function next(css: string, at: number): number {
  const letter = css[at]
  if (letter === '\\') return at + 2
  if (letter === '/' && css[at + 1] === '*') return css.indexOf('*/', at + 2) + 2
  if (letter !== '"' && letter !== "'") return at + 1
  let end = at + 1
  while (end < css.length && css[end] !== letter) end += css[end] === '\\' ? 2 : 1
  return end + 1
}

/** The selectors of a list, without attributes and without what pseudo-classes enclose. */
function selectorsOf(written: string): string[] {
  const list = written.replace(ALONE, '$1')
  const selectors = ['']
  let enclosed = 0
  let pseudo = ''
  for (let at = 0, after = 0; at < list.length; at = after) {
    after = next(list, at)
    const part = list.slice(at, after)
    pseudo = part === ':' ? ':' : pseudo === '' ? '' : pseudo + part
    if (enclosed > 0) enclosed += part === '(' || part === '[' ? 1 : part === ')' || part === ']' ? -1 : 0
    else if (part === '[' || (part === '(' && WITH_SELECTORS.test(pseudo))) enclosed = 1
    else if (part === ',') selectors.push('')
    else selectors[selectors.length - 1] += part
    if (!/[\w:(-]/.test(part) || part === '(') pseudo = ''
  }
  return selectors
}

/** None if the selector fits nothing before the scripts come. */
function needsOf(selector: string): Need[][] {
  if (LATER.test(selector.replace(CLASS, ''))) return []
  const elements =
    selector
      .replace(CLASS, '')
      .replace(/::?[\w-]+(\([^)]*\))?|#[\w-]+/g, '')
      .match(/[a-z][\w-]*/gi) ?? []
  const texts = TEXTS.flatMap(([pattern, name]) => (pattern.test(selector) ? [{ kind: 'text' as const, name }] : []))
  const classes = classesOf(selector).map((name) => ({ kind: 'class' as const, name }))
  return [[...classes, ...elements.map((name) => ({ kind: 'element' as const, name: name.toLowerCase() })), ...texts]]
}

/** 'md:flex' for `.md\:flex`. */
function classesOf(selector: string): string[] {
  return [...selector.matchAll(CLASS)].map(([, name = '']) =>
    name.replace(/\\([\da-f]{1,6})\s?|\\(.)/gi, (_, code?: string, letter?: string) =>
      code === undefined ? (letter ?? '') : String.fromCodePoint(parseInt(code, 16)),
    ),
  )
}
