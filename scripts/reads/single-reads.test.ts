import { expect, test } from 'vitest'
import { singleReads } from './single-reads.ts'

const lines = (code: string): number[] => singleReads('a.spec.ts', code).map(({ line }) => line)

test('a state that is read once and asserted is found', () => {
  for (const code of [
    'expect(await stock(id)).toBe(3)',
    "expect((await db.from('orders').select('id')).data).toEqual([])",
    'expect(await page.evaluate(() => window.scrollY)).toBe(0)',
    'expect((await request.get(url)).status()).toBe(404)',
    "expect(new URL(page.url()).pathname).toBe('/cart')",
    'expect(await total(page), `of ${name}`).toBe(1)',
    'expect([await one(), await other()]).toEqual([1, 2])',
  ])
    expect(lines(code), code).toEqual([1])
})

test('a name that holds such a read is found, where it is the nearest of its name', () => {
  expect(lines("const { data } = await db.from('orders').select('id')\nexpect(data).toEqual([])")).toEqual([2])
  expect(lines('const box = await part.boundingBox()\nexpect((box?.y ?? 0) + 1).toBe(9)')).toEqual([2])
  expect(lines('const before = await names.allTextContents()\nexpect(await violations(page)).toEqual([])\nawait expect.poll(now).toEqual(before)')).toEqual([])
  expect(lines('for (const name of await names.allTextContents()) expect(name).toMatch(/oil/)')).toEqual([1])
  expect(lines('const found = await part.count()\nlist.forEach((found) => {\n  expect(found).toBe(1)\n})')).toEqual([])
})

test('what is asked again, what has an end, and what the test did itself are allowed', () => {
  for (const code of [
    'await expect.poll(() => stock(id)).toBe(3)',
    'await expect(async () => {\n  const box = await part.boundingBox()\n  expect(box?.y).toBe(await top())\n}).toPass()',
    'expect(await violations(page)).toEqual([])',
    'const answer = await fetch(url)\nexpect(await answer.json()).toEqual([])',
    'const download = page.waitForEvent(1)\nexpect((await download).suggestedFilename()).toBe(1)',
    "expect((await page.goto('/x'))?.status()).toBe(404)",
    "const made = await db.from('orders').insert({}).select('id')\nexpect(made.error).toBeNull()",
    'const name = await heading.textContent()\nawait expect(page.getByText(name)).toBeVisible()',
  ])
    expect(lines(code), code).toEqual([])
})

test('a wait for a time is found, also where it is retried', () => {
  expect(lines('await page.waitForTimeout(300)')).toEqual([1])
  expect(lines('await expect(async () => {\n  await page.waitForTimeout(10)\n}).toPass()')).toEqual([2])
})

test('a wait for an event that begins after the act is found', () => {
  expect(lines('await button.click()\nawait page.waitForResponse(/save/)')).toEqual([2])
  expect(lines('const saved = page.waitForResponse(/save/)\nawait button.click()\nawait saved')).toEqual([])
  expect(lines("await Promise.all([page.waitForEvent('download'), button.click()])")).toEqual([])
})
