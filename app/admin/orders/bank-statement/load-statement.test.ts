import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { decode, readRecords } from '../../products/import/read-file.ts'
import { readReceipts, statementFrom } from './load-statement.ts'

const FIXTURES = new URL('../../../../domain/bank-statement/testing/', import.meta.url)
const text = async (bytes: Uint8Array) => (await readRecords(decode(bytes).text)).records
const load = async (bytes: Uint8Array) => {
  const statement = statementFrom('statement.csv', await text(bytes))
  return { ...statement, ...(statement.columns === null ? { receipts: [], errors: [], out: 0 } : readReceipts(statement, statement.columns)) }
}
const csv = (...lines: string[]) => load(new TextEncoder().encode(lines.join('\n')))
const HEADINGS = 'Date,Narration,Ref No,Debit,Credit'

describe('the same receipts are read from the statement of', () => {
  test.each(['hdfc.csv', 'icici.csv', 'sbi.tsv', 'axis.csv', 'kotak.csv'])('%s', async (name) => {
    const { receipts, errors, out } = await load(await readFile(new URL(name, FIXTURES)))
    expect(errors).toEqual([])
    expect(out).toBe(1)
    expect(receipts.map(({ amount, references }) => [amount, references[0] ?? null])).toEqual([
      [33_600, '612345678901'],
      [12_345_650, 'SBINN52026112100012345'],
      [59_000, '632200112233'],
      [200_000, null],
    ])
    expect(receipts.map(({ day }) => day)).toEqual(['2026-11-21', name === 'icici.csv' ? '2026-11-22' : '2026-11-21', '2026-11-22', '2026-11-23'])
    expect(receipts[0]?.narration).toMatch(/612345678901/)
    expect(receipts[2]?.narration).toMatch(/482-715/)
  })
})

test('a signed column and a column of Cr and Dr say which way the money went; without either nothing is guessed', async () => {
  expect((await csv('Date,Details,Amount', '21/11/26,In,336', '21/11/26,Out,-50')).receipts).toMatchObject([{ amount: 33_600 }])
  expect((await csv('Date,Details,Amount', '21/11/26,In,336 Cr', '21/11/26,Out,50 Dr')).receipts).toMatchObject([{ amount: 33_600 }])
  expect(await csv('Date,Details,Amount', '21/11/26,In,336')).toMatchObject({ receipts: [], errors: [{ row: 2, code: 'SIDE' }] })
})

test('unknown headings are left to staff', async () => {
  expect(await csv('Kontoauszug', 'Tag,Text,Betrag', '21/11/26,x,336')).toMatchObject({ columns: null, headings: ['Tag', 'Text', 'Betrag'] })
})

test('a line that is not read is named, and totals and second lines of a narration are skipped', async () => {
  const { receipts, errors } = await csv(HEADINGS, '99/11/26,x,,,336', '21/11/26,x,,,33x6', ',second line,,,', '21/11/26,ok,,,336', 'Total,,,50,672')
  expect(receipts).toMatchObject([{ row: 5, amount: 33_600, nth: 0 }])
  expect(errors).toMatchObject([
    { row: 2, code: 'DATE' },
    { row: 3, code: 'AMOUNT' },
  ])
})

test('equal lines of one statement are separate receipts', async () => {
  const { receipts } = await csv(HEADINGS, '21/11/26,CASH,,,500', '21/11/26,CASH,,,500', '22/11/26,CASH,,,500')
  expect(receipts.map(({ nth }) => nth)).toEqual([0, 1, 0])
})

describe('a hostile file ends in a sentence or in plain text', () => {
  test('100,000 lines, and more receipts than are matched', async () => {
    const line = '21/11/26,UPI,,,336'
    await expect(csv(HEADINGS, ...Array<string>(20_001).fill(line))).rejects.toThrow(/20,000 lines/)
    await expect(csv(HEADINGS, ...Array<string>(100_001).fill(line))).rejects.toThrow(/1,00,000 rows/)
    await expect(csv(HEADINGS, ...Array<string>(5001).fill(line))).rejects.toThrow(/5,000 receipts/)
  })

  test('a cell that never ends', async () => {
    await expect(csv(HEADINGS, `21/11/26,"${'x'.repeat(50_000)}`)).rejects.toThrow()
  })

  test('a narration is cut, also one made of digits and of order numbers', async () => {
    const { receipts } = await csv(HEADINGS, ...['x', '1', '482-715 ', '612345678901 '].map((part) => `21/11/26,${part.repeat(3000).slice(0, 30_000)},,,336`))
    expect(receipts.every(({ narration }) => narration.length <= 300)).toBe(true)
    expect(receipts.every(({ references }) => references.length <= 6)).toBe(true)
  })

  test('formulas stay text, and are no amounts', async () => {
    const { receipts, errors } = await csv(HEADINGS, '21/11/26,"=HYPERLINK(""http://x"",""y"")",,,336', '21/11/26,x,,,=1+335')
    expect(receipts).toMatchObject([{ narration: '=HYPERLINK("http://x","y")' }])
    expect(errors).toMatchObject([{ code: 'AMOUNT' }])
  })

  test('bytes that are no text', async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)
    const read = await load(bytes).catch((error: unknown) => error)
    if (!(read instanceof Error)) expect(read).toMatchObject({ receipts: [] })
  })

  test('another encoding', async () => {
    const latin = Uint8Array.from(`${HEADINGS}\n21/11/26,Caf\xe9 \xa0612345678901,,,336`, (letter) => letter.charCodeAt(0))
    expect(await load(latin)).toMatchObject({ receipts: [{ narration: 'Café 612345678901', references: ['612345678901'] }] })
    const wide = new Uint8Array(Buffer.from(`\ufeff${HEADINGS}\n21/11/26,UPI,,,336`, 'utf16le'))
    expect(await load(wide)).toMatchObject({ receipts: [{ amount: 33_600 }] })
  })
})
