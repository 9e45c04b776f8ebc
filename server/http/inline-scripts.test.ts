import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlineScriptHashes } from './inline-scripts.ts'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('every inline script of any type is listed once; files and structured data are not', () => {
  const html = [
    '<html><head><script>first()</script><script type="module" async="">import "/a.js"</script>',
    '<script src="/assets/a.js"></script><script type="application/ld+json">{"name":"Kajal"}</script>',
    '</head><body><p>&lt;script&gt;no script&lt;/script&gt;</p><script type="later">later()</script><script>first()</script></body></html>',
  ].join('')
  expect(inlineScriptHashes(Buffer.from(html))).toEqual([hashOf('first()'), hashOf('import "/a.js"'), hashOf('later()')])
})

test('a page truncated within a script lists the scripts before it', () => {
  expect(inlineScriptHashes(Buffer.from('<script>whole()</script><script>cut('))).toEqual([hashOf('whole()')])
  expect(inlineScriptHashes(Buffer.from('<script'))).toEqual([])
  expect(inlineScriptHashes(Buffer.from(''))).toEqual([])
})
