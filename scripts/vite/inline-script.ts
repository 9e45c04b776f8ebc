/** `import text from './first.ts?inline-script'`: the module and its imports as one minified classic script, which the server writes into a page. */
import { build } from 'vite'
import type { Plugin, Rolldown } from 'vite'

const QUERY = '?inline-script'

/** Browsers that are too old for modules run the script as well. */
const TARGET = 'es2015'

export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    load: {
      filter: { id: /\?inline-script$/ },
      async handler(id) {
        // Only the server writes the script into a page; the browser already has it.
        if (this.environment.name === 'client') return "export default ''"
        const { text, files } = await classicScript(id.slice(0, -QUERY.length))
        for (const file of files) this.addWatchFile(file)
        return `export default ${JSON.stringify(text)}`
      },
    },
  }
}

/** @param file the entry, an absolute path */
export async function classicScript(file: string): Promise<{ text: string; files: string[] }> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: TARGET,
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  })
  const { output } = result as Rolldown.RolldownOutput
  const [chunk] = output
  if (output.length !== 1) throw new Error(`An inline script is one file: ${file} became ${output.map(({ fileName }) => fileName).join(', ')}`)
  return { text: chunk.code.trim(), files: chunk.moduleIds }
}
