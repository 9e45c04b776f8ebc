import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { absentScreen } from './browser-screens.ts'

const SCREEN = 'export default function Screen() { return null }\n'

test('screens of the back office are left out of the server, those without a session and of customers are not', () => {
  for (const name of ['app/admin/index/route.tsx', 'app/admin/orders/route.tsx', 'app/admin/products/import/zip/route.tsx']) {
    expect(absentScreen(name, SCREEN), name).toContain('export default')
  }
  for (const name of [
    'app/admin/login/route.tsx',
    'app/admin/join/route.tsx',
    'app/admin/layout.tsx',
    'app/account/order/route.tsx',
    'app/admin/orders/columns.tsx',
  ]) {
    expect(absentScreen(name, SCREEN), name).toBeUndefined()
  }
})

test('a screen with a part that the server would need fails the build', () => {
  for (const part of ['export async function loader() {}', 'export const handle = {}', "export { links } from './links.ts'"]) {
    expect(() => absentScreen('app/admin/orders/route.tsx', `${SCREEN}${part}\n`), part).toThrow(/app\/admin\/orders\/route\.tsx.*would not find/)
  }
  expect(absentScreen('app/admin/orders/route.tsx', `export type Row = string\n${SCREEN}`)).toBeDefined()
})

test('no screen of the back office has such a part', async () => {
  let screens = 0
  for await (const file of glob('app/admin/**/route.tsx')) {
    if (absentScreen(file.split(path.sep).join('/'), await readFile(file, 'utf8')) !== undefined) screens += 1
  }
  expect(screens).toBeGreaterThan(40)
})
