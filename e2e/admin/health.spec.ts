/** /admin/settings/health, and its line on the dashboard (docs/decisions/0115-health.md). */
import pg from 'pg'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const JOB = 'job_of_a_test'

async function run(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: shopKeys().db_url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

test.afterAll(() => run(`delete from private.jobs where name = '${JOB}'`, "delete from private.disks where server = 'e2e-server'"))

for (const [where, screen] of [
  ['on a laptop', laptop],
  ['on a phone', phone],
] as const)
  test.describe(where, () => {
    test.use(screen)

    test('the dashboard leads to what is wrong, with what to do about each problem', async ({ page }) => {
      await run(
        `insert into private.jobs (name, started_at, finished_at, failed_at) values ('${JOB}', now(), now(), now()) on conflict (name) do update set started_at = now(), finished_at = now(), failed_at = now()`,
        "select private.note_disk('e2e-server', 1900000000, 40000000000)",
      )
      await page.goto('/admin')
      await page.getByRole('link', { name: /^Server: \d+ problems · no backups by the server$/ }).click()
      await expect(page).toHaveURL(/\/admin\/settings\/health$/)
      const problems = page.getByRole('region', { name: 'Problems' })
      const disk = problems.getByRole('listitem').filter({ hasText: 'e2e-server' })
      await expect(disk).toContainText('The disk of e2e-server is almost full: 1.9 GB of 40 GB left.')
      await expect(disk).toContainText('Urgent')
      await expect(disk).toContainText('Make space soon')
      await expect(problems).toContainText('job of a test')
      await expect(problems).toContainText('The server makes no backups.')
      await expect(page.getByRole('region', { name: 'Backups' })).toContainText('None yet')
      const disks = page.getByRole('region', { name: 'Space on disks' })
      await expect(disks).toContainText('1.9 GB of 40 GB left')
      // what the server has measured of itself
      await expect(disks.getByRole('term').nth(1)).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page), colorScheme).toEqual([])
      }
    })

    test('a shop without problems says so', async ({ page }) => {
      const backup = {
        scheduled: true,
        every_hours: 24,
        last_good_at: '2026-11-26T02:00:00Z',
        last_good_bytes: 12_345_678,
        last_good_missing: 0,
        last_failed_at: null,
        last_failure: null,
        failing: false,
        overdue: false,
      }
      await page.route('**/rest/v1/rpc/shop_health*', (route) =>
        route.fulfill({ json: { as_of: new Date().toISOString(), problems: [], backup, disks: [{ server: 'web-1', free_bytes: 38.2e9, total_bytes: 80e9 }] } }),
      )
      await page.goto('/admin/settings/health')
      await expect(page.getByRole('region', { name: 'Problems' })).toContainText('Everything works')
      const backups = page.getByRole('region', { name: 'Backups' })
      for (const text of ['Nov 26, 2026', '12.3 MB', 'Every day']) await expect(backups).toContainText(text)
      await expect(section(page, 'Space on disks')).toContainText('38.2 GB of 80 GB left')
      expect(await violations(page)).toEqual([])
    })
  })
