import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './parts.ts'

const read = (file: string) => readFile(path.join(root, file), 'utf8')

test('.nvmrc and the dev container name the Node that package.json pins', async () => {
  const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: { node: string } }
  expect((await read('.nvmrc')).trim()).toBe(dependencies.node)
  expect(await read('.devcontainer/Dockerfile')).toContain(`FROM node:${dependencies.node}-`)
})
