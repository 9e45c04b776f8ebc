import { describe, expect, it } from 'vitest'
import { findLiterals } from './find-literals.ts'

const textsIn = (source: string, name = 'screen.tsx') => findLiterals(name, source).map(({ text }) => text)

describe('words outside the catalogue', () => {
  it.each([
    ['text between tags', '<p>Shop Now</p>', ['Shop Now']],
    ['one lower-case word between tags', '<p>{n} of {m}</p>', ['of']],
    ['a text that is chosen', "<p>{busy ? 'Searching…' : 'Search'}</p>", ['Searching…', 'Search']],
    ['a text behind a condition', "<p>{late && 'still working'}</p>", ['still working']],
    ['a spoken attribute', '<input aria-label="quantity" placeholder="search" />', ['quantity', 'search']],
    ['a property of a component', '<Field label="Email" hint={`at least ${n} letters`} />', ['Email', 'at least ${n} letters']],
    ['a busy text', '<Button busyText="Saving…" />', ['Saving…']],
    ['a default parameter', "function Empty({ title = 'Nothing here yet' }) { return title }", ['Nothing here yet']],
    ['a toast', "toast({ title: 'Cart cleared', tone: 'success' })", ['Cart cleared']],
    ['a sentence that is returned', "const wrong = () => 'Passwords do not match'", ['Passwords do not match']],
    ['a sentence with values', 'const left = (n) => `Only ${n} left`', ['Only ${n} left']],
    ['a list of labels', "const links = [{ to: '/', label: 'Home' }]", ['Home']],
    ['a single word that is returned', "const word = (ok) => (ok ? 'Free' : null)", ['Free']],
    ['a sentence that goes on after a colon', 'const want = (n) => `you want ${n}, only one left`', ['you want ${n}, only one left']],
    ['a list of steps', 'const steps = ["Tap “Add”."]', ['Tap “Add”.']],
    ['a plural within a title', "<Panel title={`${n} ${n === 1 ? 'unit' : 'units'}`} />", ['unit', 'units']],
    ['another script', '<p>शृंगार</p>', ['शृंगार']],
  ])('%s is found', (_case, source, expected) => {
    expect(textsIn(source)).toEqual(expected)
  })

  it.each([
    ['a message of the catalogue', "import * as say from '#words/home.tsx'\nconst a = <p title={say.welcome}>{say.shopNow}</p>"],
    ['classes, addresses and names', '<a className="Flex Wrap text-sm!" href="/Some path" id="x" name="Email">{id}</a>'],
    ['signs and figures', '<p>{n} / {m} · ₹ −15% &nbsp;</p>'],
    ['a comparison', "<p>{event.key === 'Enter' ? say.yes : say.no}</p>"],
    ['an argument', "event.key.startsWith('Arrow')"],
    ['what developers read', "console.error('The listing failed', e); throw new Error('Nobody is signed in')"],
    ['headers', "const kept = 'public, max-age=0, s-maxage=60'"],
    ['a type', "type Title = 'Tax invoice' | 'Packing slip'"],
    ['the shop’s mark', '<span translate="no">Shr<i>ı</i>ngar</span>'],
    ['a proper name', "const networks = [{ key: 'x', name: 'Instagram' }]"],
  ])('%s is none', (_case, source) => {
    expect(textsIn(source)).toEqual([])
  })

  it('reports the line', () => {
    expect(findLiterals('screen.tsx', 'const a = 1\n\nconst b = <p>Hello</p>')).toEqual([{ line: 3, text: 'Hello' }])
  })
})
