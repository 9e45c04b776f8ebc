/**
 * `import chunks from './view.tsx?chunk-addresses'`: the addresses of a module that the browser imports later, and of what it needs, so
 * that the server can name them in the page's head. Otherwise they are requested one round trip after the module that imports them.
 */
import type { Plugin } from 'vite'
import { closure, entryChunks } from './built-chunks.ts'
import { modulePath } from './module-path.ts'

const QUERY = '?chunk-addresses'

export function chunkAddresses(): Plugin {
  let addressesOf: (file: string) => string[] = () => []
  return {
    name: 'chunk-addresses',
    enforce: 'pre',
    // The client is built before the server.
    writeBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const entries = entryChunks(bundle)
      addressesOf = (file) =>
        entries.has(file) ? closure(bundle, entries, [file]).filter((address) => address.endsWith('.js')) : this.error(`${file} has no chunk of its own`)
    },
    load: {
      filter: { id: /\?chunk-addresses$/ },
      handler(id) {
        if (this.environment.name === 'client') return 'export default []'
        return `export default ${JSON.stringify(addressesOf(modulePath(id.slice(0, -QUERY.length))))}`
      },
    },
  }
}
