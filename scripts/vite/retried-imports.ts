/** Lets every `import()` of a chunk go through app/start/import-again.ts, after Vite has added what each one preloads. */
import type { Plugin } from 'vite'

const IMPORT = /(?<![\w$.])import\((["'`]\.\/[\w.-]+\.js["'`])\)/g

export function retriedImports(): Plugin {
  return {
    name: 'retried-imports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = chunk.code.replace(IMPORT, 'importAgain($1)')
      },
    },
  }
}
