/** Families: products in several shades or sizes. Options are named by the shop: "Shade", "Size". */

/** 'shades', 'finishes', 'bodies'; other scripts have no such plural. */
function plural(option: string): string {
  if (!/[a-z]$/i.test(option)) return option
  const word = option.toLowerCase()
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

// family-card
/** Before a price. */
export const from = 'From '
export const moreValues = (count: number, option: string) => `+${count} ${count === 1 ? option.toLowerCase() : plural(option)}`
export const countOfValues = (count: number, option: string) => `${count} ${plural(option)}`
export const choose = (options: readonly string[]) => `Choose ${options.length === 1 ? (options[0] ?? '').toLowerCase() : 'options'}`
export const chooseNamed = (choice: string, name: string) => `${choice}: ${name}`

// family-choice
export const countTogether = (options: readonly string[]) =>
  `All ${options.length === 1 ? plural(options[0] ?? '') : 'of these'} count together for the bulk price.`
export const outOfStock = 'Out of Stock'
