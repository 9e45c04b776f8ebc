import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const dockerfile = read('deploy/Dockerfile')
const { dependencies, imports } = JSON.parse(read('package.json')) as { dependencies: Record<string, string>; imports: Record<string, string> }

/** Files of deploy/, also of its folders. */
const deployed = readdirSync(path.join(root, 'deploy'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$|file$/.test(file))

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
  for (const file of deployed) {
    for (const [, name, value] of read(`deploy/${file}`).matchAll(/^[ \t]*(\w*(?:SECRET|PASSWORD|_KEY(?!_ID))\w*)[=:][ \t]*(.*)$/gm)) {
      expect(value === '' || value?.startsWith('${'), `${file}: ${name}`).toBe(true)
    }
  }
})

test('every setting that a compose file requires is in the example, and every file that it mounts exists', () => {
  const example = read('deploy/example.env')
  const composed = deployed.filter((file) => file.endsWith('.yaml'))
  expect(composed.length).toBeGreaterThan(2)
  for (const file of composed) {
    for (const [, name] of read(`deploy/${file}`).matchAll(/\$\{(\w+):\?/g)) expect(example, `${file}: ${name}`).toMatch(new RegExp(`^${name}=`, 'm'))
    for (const [, mounted = ''] of read(`deploy/${file}`).matchAll(/- \.\/([\w./-]+):/g)) expect(deployed, file).toContain(mounted)
  }
})

test('the scripts of the cluster are valid', () => {
  const scripts = deployed.filter((file) => file.endsWith('.sh'))
  expect(scripts.length).toBeGreaterThan(2)
  for (const file of scripts) expect(spawnSync('bash', ['-n', path.join(root, 'deploy', file)], { encoding: 'utf8' }).stderr, file).toBe('')
})
