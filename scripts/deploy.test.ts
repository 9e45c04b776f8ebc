import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const dockerfile = read('deploy/Dockerfile')
const { dependencies, imports } = JSON.parse(read('package.json')) as { dependencies: Record<string, string>; imports: Record<string, string> }

test('the image is built with the major version of Node that the shop pins', () => {
  expect(dockerfile).toContain(`FROM node:${dependencies['node']?.split('.')[0]}-`)
})

test('the image has every folder that the shop imports from, and its build context too', () => {
  const folders = new Set(Object.values(imports).map((target) => target.split('/')[1] ?? ''))
  expect(folders.size).toBeGreaterThan(5)
  for (const folder of [...folders, 'build', 'scripts']) expect(dockerfile).toContain(`COPY --from=build /shop/${folder} ${folder}`)
  const context = read('.dockerignore')
  for (const folder of folders) expect(context).toContain(`!${folder}\n`)
})

test('no file of the reference deployment holds a secret', () => {
  for (const file of readdirSync(path.join(root, 'deploy'))) {
    for (const [, name, value] of read(`deploy/${file}`).matchAll(/^[ \t]*(\w*(?:SECRET|PASSWORD|_KEY)\w*)[=:][ \t]*(.*)$/gm)) {
      expect(value === '' || value?.startsWith('${'), `${file}: ${name}`).toBe(true)
    }
  }
})
