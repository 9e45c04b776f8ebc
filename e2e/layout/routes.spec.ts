/** The crawl covers every screen of app/routes.ts: a new route needs an entry in one of the lists in this folder. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { test } from '@playwright/test'
import { expect } from '../support/expect.ts'
import { adminScreens } from './admin-screens.ts'
import { customerScreens } from './account-screens.ts'
import { formScreens } from './form-screens.ts'
import { payingScreens } from './paying-screens.ts'
import { publicScreens } from './public-screens.ts'

type Route = { path?: string; file: string; index?: boolean; children?: Route[] }

/** The patterns of all routes that render a screen; a file without JSX returns data. */
function patterns(routes: readonly Route[], above = ''): string[] {
  return routes.flatMap((route) => {
    const here = [above, route.path ?? ''].filter(Boolean).join('/')
    if (route.children) return patterns(route.children, here)
    return route.file.endsWith('.tsx') ? [here] : []
  })
}

test('every route with a screen has an entry in the layout crawl, and no entry names a route that is gone', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const json = execFileSync(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'routes', '--json'], { cwd: root, encoding: 'utf8' })
  const routes = patterns(JSON.parse(json.slice(json.indexOf('['))) as Route[])
  expect(routes.length).toBeGreaterThan(40)
  const crawled = [...publicScreens, ...customerScreens, ...adminScreens, ...formScreens, ...payingScreens].map(({ route }) => route)
  // public-screens.spec.ts crawls the 404 page, with the errors that it expects.
  expect([...new Set([...crawled, '*'])].toSorted()).toEqual([...new Set(routes)].toSorted())
})
