import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { permissions } from './admin-permissions.ts'

/** 'yes' and 'no' in docs/permissions.md, by the first column of its table. */
async function documented(): Promise<Map<string, [string, string]>> {
  const page = await readFile('docs/permissions.md', 'utf8')
  // the names of functions are for whoever reads the code
  const plain = (cell: string | undefined) =>
    (cell ?? '')
      .replaceAll(/ \(`[^)]*`\)/g, '')
      .replaceAll('`', '')
      .replaceAll("'", '’')
      .trim()
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  return new Map(rows.map((line) => line.split('|')).map(([, what, admin, superAdmin]) => [plain(what), [plain(admin), plain(superAdmin)]]))
}

test('the screen promises each role what docs/permissions.md, whose rows name their tests, promises it', async () => {
  const page = await documented()
  for (const { what, admin, superAdmin } of permissions) expect(page.get(what), what).toEqual([admin, superAdmin])
  expect(permissions.length).toBeGreaterThan(20)
})
