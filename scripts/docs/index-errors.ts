/** Errors in the index of the documentation and in the headers of the decisions, one sentence each. Names are paths below docs. */

const DECISION = /^decisions\/(\d{4})-[a-z0-9-]+\.md$/
const HEADER = /^# (\d+)\. (\S.*)\n\nDate: \d{4}-\d{2}-\d{2} · Status: (?:proposed|accepted|superseded by \d+)\n\n\S/
/** A line must say more about a decision than its title, in at least this many characters. */
const SHORTEST_MEANING = 20

export function indexErrors(index: string, docs: ReadonlyMap<string, string>): string[] {
  const lines = index.split('\n')
  const names = [...docs.keys()]
  const numbers = names.flatMap((name) => DECISION.exec(name)?.[1] ?? [])
  return [
    ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `There are two decisions ${number}.`),
    ...[...docs].flatMap(([name, text]) => {
      if (!name.startsWith('decisions/')) return index.includes(`](${name})`) ? [] : [`docs/README.md does not list ${name}.`]
      return decisionErrors(name, text, lines)
    }),
    ...[...index.matchAll(/\]\((decisions\/[^)]+)\)/g)].flatMap(([, name = '']) =>
      docs.has(name) ? [] : [`docs/README.md lists ${name}, which does not exist.`],
    ),
    ...unsorted(lines),
  ]
}

/** Within a section, decisions are found by their number. */
function unsorted(lines: string[]): string[] {
  let before = 0
  return lines.flatMap((line) => {
    if (line.startsWith('#')) before = 0
    const number = Number(/^- \[(\d+)\. /.exec(line)?.[1] ?? 0)
    if (number === 0) return []
    const found = number < before ? [`docs/README.md lists decision ${number} after ${before}.`] : []
    before = number
    return found
  })
}

function decisionErrors(name: string, text: string, index: string[]): string[] {
  const number = DECISION.exec(name)?.[1]
  if (!number) return [`${name} is not named NNNN-title.md.`]
  const [, written, title] = HEADER.exec(text) ?? []
  if (Number(written) !== Number(number)) {
    return [`${name} does not begin with "# ${Number(number)}. Title", an empty line and "Date: YYYY-MM-DD · Status: accepted".`]
  }
  const entry = `- [${written}. ${title}](${name}): `
  const line = index.find((each) => each.startsWith(entry))
  return line && line.length - entry.length >= SHORTEST_MEANING ? [] : [`docs/README.md has no line "${entry}what it means".`]
}
