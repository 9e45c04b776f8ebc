import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeEntities, htmlToText, listToText } from './html-text.ts'
import { tidyLines } from './tidy-text.ts'

const text = (html: string) => tidyLines(htmlToText(html))

it('HTML becomes text with a line for each block', () => {
  expect(text('<p>Our <b>Matte&nbsp;Lipstick</b> &amp;\n more</p><p>8 hours</p><ul class="a"><li>Red</li><li>Pink</li></ul>Made in India<br/>Vegan')).toBe(
    'Our Matte Lipstick & more\n\n8 hours\n\n• Red\n• Pink\nMade in India\nVegan',
  )
  expect(text('<style>p{color:red}</style><!-- note <b> --><h2>Kajal</h2><script>alert("<p>")</script>Smooth')).toBe('Kajal\n\nSmooth')
})

it('text that is no HTML keeps its lines and its signs', () => {
  for (const plain of ['5 < 6 and 7 > 6', 'two\nlines', 'a <unknown> tag', 'I <3 kajal', 'end <', '<p']) expect(text(plain)).toBe(plain)
  expect(decodeEntities('Lips &amp; Eyes &#2325; &unknown; &amp;lt; AT&T; &#0; &#xD800;')).toBe('Lips & Eyes क &unknown; &lt; AT&T; &#0; &#xD800;')
})

it('no tag is left of any mixture of tags', () => {
  const piece = fc.constantFrom('<p>', '</p>', '<b class="x">', '</b>', '<li>', '<br>', '<script>', '</script>', '<!--', '-->', 'rose', '<', '>', ' & ', '\n')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      expect(htmlToText(pieces.join(''))).not.toMatch(/<\/?(p|b|li|br)(>| class)/)
    }),
  )
})

it('a list of a program is a list of words', () => {
  expect(["['water', 'dimethicone']", '["Aqua", "Parfum"]', '[5 ml]', 'water'].map(listToText)).toEqual([
    'water, dimethicone',
    'Aqua, Parfum',
    '[5 ml]',
    'water',
  ])
})
