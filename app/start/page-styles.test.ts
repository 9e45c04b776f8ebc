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
  const css = '.a:not(.b){top:0}[href=".x"] i{top:1px}.a:is(.c,.d>*){top:2px}.a[data-x=\\.y]:focus{top:3px}.\\[\\&_i\\]\\:b i{top:4px}'
  expect(styles(css, '<p class="a"><i>')).toBe('.a:not(.b){top:0}[href=".x"] i{top:1px}.a:is(.c,.d>*){top:2px}.a[data-x=\\.y]:focus{top:3px}')
  expect(styles(css, '<p class="[&amp;_i]:b"><i>')).toBe('[href=".x"] i{top:1px}.\\[\\&_i\\]\\:b i{top:4px}')
})

test('a rule for an element is written if the page has one', () => {
  const css = 'html,table{top:0}table td{top:1px}h2:first-child{top:2px}.a p>em{top:3px}:is(.b>*){top:4px}'
  expect(styles(css, '<html><h2>')).toBe('html,table{top:0}h2:first-child{top:2px}')
  expect(styles(css, '<table class="a"><td><p><em>')).toBe('html,table{top:0}table td{top:1px}.a p>em{top:3px}')
  expect(styles(css, '<span class="b">')).toBe(':is(.b>*){top:4px}')
  expect(styles('.b:is(ul>*){top:5px}', '<ul><li class="b">')).toBe('.b:is(ul>*){top:5px}')
})

test('what answers a pointer comes with the whole sheet, what answers the keyboard is in the page', () => {
  const css = '.a:hover{top:0}.a:active,.a:focus{top:1px}.a:active{top:2px}@media (hover:hover){.a .b{top:3px}}.a:is(:hover,[open]){top:4px}.hover\\:b{top:5px}'
  expect(styles(css, '<p class="a b hover:b">')).toBe('.a:active,.a:focus{top:1px}.a:is(:hover,[open]){top:4px}.hover\\:b{top:5px}')
})

test('a rule for what is disabled, or for a kind of field, is written if the page has it', () => {
  const css = '.a:disabled{top:0}::-webkit-datetime-edit{top:1px}'
  expect(styles(css, '<p class="a">')).toBe('')
  expect(styles(css, '<button disabled="" class="a">')).toBe('.a:disabled{top:0}')
  expect(styles(css, '<input type="date">')).toBe('::-webkit-datetime-edit{top:1px}')
})

test('keyframes are written if a rule of the page uses them', () => {
  const css = '.a{animation:.2s ease-in fade}@keyframes fade{to{opacity:0}}@keyframes turn{to{rotate:1turn}}'
  expect(styles(css, '<p class="a">')).toBe('.a{animation:.2s ease-in fade}@keyframes fade{to{opacity:0}}')
  expect(styles(css, '<p>')).toBe('')
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
