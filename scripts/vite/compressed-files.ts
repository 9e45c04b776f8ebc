/** The build step that compresses the client's files: at the smallest size, which takes a processor two seconds, once for all starts of the server. */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { COMPRESSED, isSentCompressed, SMALLEST } from '../../server/http/compressed-files.ts'
import { compressInThread } from '../../server/http/compression.ts'

async function compressFile(file: string): Promise<void> {
  const body = await readFile(file)
  if (isSentCompressed(file, body.length)) await writeFile(file + COMPRESSED, await compressInThread(body, 'br', SMALLEST.br))
}

export function compressedFiles(): Plugin {
  let client: string | undefined
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle({ dir }) {
      if (this.environment.name === 'client') client = dir
    },
    // After the server's build, which completes the service worker. The files stay beside, for tests and other servers.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (client === undefined || this.environment.name === 'client') return
        const found = await readdir(client, { recursive: true, withFileTypes: true })
        await Promise.all(found.filter((entry) => entry.isFile()).map((entry) => compressFile(path.join(entry.parentPath, entry.name))))
      },
    },
  }
}
