/** `npm run bench`: the figures of an ordinary shop, about four minutes; `npm run bench -- large`: those of a very large one, about fifteen. */
export {} // a module, which may wait

const [what = 'everyday'] = process.argv.slice(2)
if (what === 'everyday') await import('./everyday.ts')
else if (what === 'large') await import('./large.ts')
else {
  console.error(`There is no bench ${what}: everyday or large.`)
  process.exitCode = 2
}
