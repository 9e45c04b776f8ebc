/** Writes the server's code with one byte a character: V8 keeps the text of a file, and one ₹ in it makes every other character take two bytes as well. */
import type { Plugin } from 'vite'

const BEYOND = /[^\0-\u00ff]/g
/** Where an escape would mean something else: in a raw template, and after a backslash. */
const LITERAL = /String\.raw`(?:[^`\\]|\\.)*?[^\0-\u00ff]|\\[^\0-\u00ff]/s

export function escapedBeyond(code: string): string {
  const [literal] = LITERAL.exec(code) ?? []
  if (literal !== undefined) throw new Error(`The character at the end of this code cannot be escaped, write it as \\u….: ${literal.slice(0, 200)}`)
  return code.replace(BEYOND, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function oneByte(): Plugin {
  return {
    name: 'one-byte',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escapedBeyond(chunk.code)
      },
    },
  }
}
