import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPageText, pageWords, renderPage, renderPageText } from './page-text.ts'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'

const words = pageWords({ ...DEFAULT_SETTINGS, email: 'care@shop.example', grievanceName: 'A <b> & Co' })
const render = (text: string) => renderPageText(text, words)

test('headings, paragraphs, lists, links and bold words', () => {
  expect(
    render(
      '# Delivery\nFree from **{free_delivery_from}**.\nTwo lines.\n\n- one\n- [two](/terms)\n\n1. first\n2) second\n## Questions\n[Write](mailto:{email})',
    ),
  ).toBe(
    [
      '<h2>Delivery</h2>',
      '<p>Free from <b>₹1,500</b>.<br>Two lines.</p>',
      '<ul><li>one</li><li><a href="/terms">two</a></li></ul>',
      '<ol><li>first</li><li>second</li></ol>',
      '<h3>Questions</h3>',
      '<p><a href="mailto:care@shop.example">Write</a></p>',
    ].join('\n'),
  )
})

test('the contents list the headings as text, each with the address of its heading', () => {
  const page = renderPage('# **Your** account & [ours](/terms)\nOne.\n## Smaller\n# {officer}', words)
  expect(page.contents).toEqual([
    { id: 'part-1', title: 'Your account & ours' },
    { id: 'part-2', title: 'A <b> & Co' },
  ])
  expect(page.html).toContain('<h2 id="part-1"><b>Your</b> account &#38; <a href="/terms">ours</a></h2>')
  expect(page.html).toContain('<h2 id="part-2">A &#60;b&#62; &#38; Co</h2>')
})

test('clauses keep their numbers, also with text between them', () => {
  expect(render('1. one\n\n2. two\n3. three\n\nBetween.\n\n12) twelve')).toBe(
    ['<ol><li>one</li></ol>', '<ol start="2"><li>two</li><li>three</li></ol>', '<p>Between.</p>', '<ol start="12"><li>twelve</li></ol>'].join('\n'),
  )
})

test('a link to another site has rel="nofollow noopener"', () => {
  expect(render('[law](https://law.example/a?b=1&c="2")')).not.toContain('<a')
  expect(render('[law](https://law.example/a?b=1&c=2)')).toBe('<p><a href="https://law.example/a?b=1&#38;c=2" rel="noopener nofollow">law</a></p>')
})

describe('hostile text', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](https://user:pass@evil.example)',
    '[x](http://plain.example)',
    '[x](vbscript:x)',
    '[x" onclick="alert(1)](https://a.example/"onmouseover="x)',
    '**<b onclick=x>**',
    '# <svg/onload=alert(1)>',
    '{officer}',
  ])('%s is shown as text', (typed) => {
    const html = render(typed)
    expect(html.replace(/<\/?(p|h2|h3|ul|ol|li|b|br)>/g, '')).not.toMatch(/[<>"]/)
  })

  test('only the listed elements are rendered', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '[',
      ']',
      '(',
      ')',
      '*',
      '**',
      '#',
      '- ',
      '1. ',
      '20. ',
      '\n',
      '{email}',
      '{',
      '}',
      'javascript:',
      'https://a.b/',
      '/x',
      'onclick=',
      'a',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const left = render(pieces.join('')).replace(
          /<\/?(p|h2|h3|ul|ol|li|b|a)>|<ol start="20">|<br>|<a href="(\/(?!\/)|https:\/\/|mailto:)[^"<>]*"( rel="noopener nofollow")?>/g,
          '',
        )
        expect(left).not.toMatch(/[<>"]/)
      }),
      { numRuns: 2000 },
    )
  })
})

test.each([
  [' \n', 'empty'],
  ['x'.repeat(40_001), 'long'],
  ['[a](javascript:alert(1))', 'link'],
  ['[a](http://a.example)', 'link'],
  ['Pay {price}', 'placeholder'],
])('%s is refused', (text, kind) => expect(checkPageText(text, words)?.kind).toBe(kind))

test('valid text is not refused', () => {
  expect(checkPageText('# A\n[b](https://c.example/d) {email} {free_delivery_from} [w](mailto:{email}) 5 < 6 {', words)).toBeNull()
})
