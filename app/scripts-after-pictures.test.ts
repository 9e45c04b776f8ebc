import { Script } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { scriptsAfterPictures } from './scripts-after-pictures.ts'

const start = 'import * as route0 from "/assets/root.js"; import("/assets/entry.js");'
const page = (picture: string): string =>
  `<html><head><link rel="modulepreload" href="/assets/entry.js"/></head><body>${picture}<script>window.data=1</script><script type="module" async="">${start}</script></body></html>`

describe('a page with first pictures', () => {
  const html = scriptsAfterPictures(page('<img src="/a.webp" fetchPriority="high">'))

  test('asks for no module by itself', () => {
    expect(html).not.toContain('modulepreload" ')
    expect(html).not.toContain('<script type="module"')
  })
  test('keeps the modules and the start in their places, and carries the script that begins them', () => {
    expect(html).toContain('<link rel="later" href="/assets/entry.js"/>')
    expect(html).toContain(`<script>window.data=1</script><script type="later">${start}</script>`)
    const begin = /<script>(addEventListener\('DOMContentLoaded'.*)<\/script><\/head>/.exec(html)?.[1] ?? 'none'
    expect(() => new Script(begin)).not.toThrow()
  })
})

test('a page without first pictures starts at once, behind the faces of its words', () => {
  const html = scriptsAfterPictures(page('<img src="/a.webp">'))
  expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/entry.js"/>')
  expect(html).toContain(`<script type="module" async="">${start}</script>`)
})
