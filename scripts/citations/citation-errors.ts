/** Finds citations that a reader of a clone cannot follow, one sentence each (docs/rules.md, docs/india.md and docs/api.md are the pages to cite). */
import path from 'node:path'

/** The repository as the check sees it; paths are relative to its root. */
export type Repository = { has: (file: string) => boolean; read: (file: string) => string }

/** Documents, numbers and abbreviations that only people with access to more than the repository understand. */
const CLOSED = [
  /\brulings?(?: \d|\.md)/gi,
  /\bexperience \d/gi,
  /\bspecification(?:\.md|,?(?: sections?)? \d)/gi,
  /\bthe specification\b/gi,
  /\b(?:experience|house|lessons|peers|stack|wire)\.md/g,
  /\b(?:audit|finding|issue) #?[A-Z]?\d+\b/g,
  // the price list beside the repository is data that tests use if it is there, not a citation
  /\bshared\/(?!catalogue\/)/g,
  /…\d{4}(?!\d)/g,
]
/** Code must cite a page by its whole path. */
const BARE_PAGE = /(?<![\w./-])(?:api|india|rules)\.md/g
const DOCS_PATH = /(?<![\w./-])docs\/[\w./*-]*[\w/*](?:#[\w-]+)?/g
const MIGRATION = /(?<![\w/])\d{14}_\w+\.sql/g
const LINK = /\]\(([^()\s]+)\)/g
/** A file that a page names in backticks. Decisions may name files that existed on their date. */
const SOURCE = /`((?:app|bench|documents|domain|e2e|functions|gateway|scripts|server|supabase)\/[\w./-]+\.[a-z]+)`/g
const DATED = /^docs\/decisions\//
const DECISION_NUMBER = /^docs\/decisions\/\d{4}$/
const TEMPLATE = /\/NNNN-/

export function citationErrors(file: string, text: string, repository: Repository): string[] {
  const isPage = file.endsWith('.md')
  const closedHere = isPage ? CLOSED : [...CLOSED, BARE_PAGE]
  return text.split('\n').flatMap((line, index) => {
    const closed = closedHere.flatMap((book) => line.match(book) ?? []).map((words) => `cites “${words}”, which is not in the repository`)
    const paths = [...(line.match(DOCS_PATH) ?? []), ...(isPage ? linksOf(file, line) : [])]
    const missing = paths.filter((target) => !leads(target, repository)).map((target) => `leads to ${target}, which does not exist`)
    const migrations = (line.match(MIGRATION) ?? []).filter((name) => !repository.has(`supabase/migrations/${name}`))
    return [...closed, ...missing, ...migrations.map((name) => `names the migration ${name}, which does not exist`)].map(
      (error) => `${file}:${index + 1} ${error}`,
    )
  })
}

/** The targets of a markdown line's links within the repository, as paths from its root. */
function linksOf(file: string, line: string): string[] {
  const links = [...line.replace(/`[^`]*`/g, '``').matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => (target.startsWith('#') ? `${file}${target}` : path.posix.join(path.posix.dirname(file), target)))
  return DATED.test(file) ? links : [...links, ...[...line.matchAll(SOURCE)].map(([, source = '']) => source)]
}

function leads(target: string, repository: Repository): boolean {
  const [file = '', anchor] = target.split('#')
  if (TEMPLATE.test(file)) return true
  if (DECISION_NUMBER.test(file)) return repository.has(`${file}-*.md`)
  if (!repository.has(file)) return false
  return anchor === undefined || (file.endsWith('.md') && anchorsOf(repository.read(file)).has(anchor))
}

/** The anchors that GitHub gives to headings: lower case, without punctuation, with hyphens for spaces; the second heading of a name gets `-1`. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>()
  const seen = new Map<string, number>()
  for (const [, heading = ''] of markdown.replace(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const name = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    anchors.add(before === 0 ? name : `${name}-${before}`)
  }
  return anchors
}
