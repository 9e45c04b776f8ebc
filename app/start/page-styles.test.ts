import { expect, test } from 'vitest'
import { openStyles } from './page-styles.ts'

const styles = (css: string, html: string): string => openStyles(css)(Buffer.from(html)).toString()

test('a rule is written if one of its selectors fits the classes of the page', () => {
  const css = '.a{top:0}.b{top:1px}.a .c,.d{top:2px}.md\\:flex{display:flex}.\\32xl{top:3px}p{margin:0}'
  expect(styles(css, '<p class="a">')).toBe('.a{top:0}p{margin:0}')
  expect(styles(css, '<p class="d md:flex">')).toBe('.a .c,.d{top:2px}.md\\:flex{display:flex}p{margin:0}')
  expect(styles(css, '<p class="2xl">')).toBe('.\\32xl{top:3px}p{margin:0}')
})

test('what attributes and pseudo-classes name is no class that a page must have', () => {
  const css = '.a:not(.b){top:0}[href=".x"] i{top:1px}.a:is(.c,.d>*){top:2px}.a[data-x=\\.y]:hover{top:3px}.\\[\\&_i\\]\\:b i{top:4px}'
  expect(styles(css, '<p class="a">')).toBe('.a:not(.b){top:0}[href=".x"] i{top:1px}.a:is(.c,.d>*){top:2px}.a[data-x=\\.y]:hover{top:3px}')
  expect(styles(css, '<p class="[&amp;_i]:b">')).toBe('[href=".x"] i{top:1px}.\\[\\&_i\\]\\:b i{top:4px}')
})

test('layers keep their sequence even when a page needs nothing of one', () => {
  const css = '@layer base,components;@layer components{.a{top:0}}@layer utilities{@media (width>=768px){.b{content:"}"}}.c{top:1px}}'
  expect(styles(css, '<p class="c">')).toBe('@layer base,components;@layer components{}@layer utilities{.c{top:1px}}')
  expect(styles(css, '<p class="b">')).toBe('@layer base,components;@layer components{}@layer utilities{@media (width>=768px){.b{content:"}"}}}')
})

test('a registered property is written if a rule of the page uses it', () => {
  const css =
    '@layer properties{@supports (x:y){*{--tw-a:initial;--tw-b:0}}}.a{margin:var(--tw-a)}.b{margin:var(--tw-b)}@property --tw-a{syntax:"*"}@property --tw-b{syntax:"*"}'
  expect(styles(css, '<p class="a">')).toBe('@layer properties{@supports (x:y){*{--tw-a:initial}}}.a{margin:var(--tw-a)}@property --tw-a{syntax:"*"}')
})

test('a font face inside the styles is written if the page has its character', () => {
  const css = '@font-face{src:url(data:font/woff2;base64,AA;;);unicode-range:U+20B9}@font-face{src:url(/a.woff2);unicode-range:U+20B9}'
  expect(styles(css, '<p>₹5</p>')).toBe(css)
  expect(styles(css, '<p>5</p>')).toBe('@font-face{src:url(/a.woff2);unicode-range:U+20B9}')
})
