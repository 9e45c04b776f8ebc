// Whether sources have changed since they were built. Plain JavaScript: it runs before anything is built.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {{ name: string, stats: import('node:fs').BigIntStats }} Source */

/** @param {string} root @param {string} name @param {boolean} isFolder @returns {string[]} */
function namesIn(root, name, isFolder) {
  if (!isFolder) return [name]
  const entries = readdirSync(path.join(root, name), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => namesIn(root, path.join(name, entry.name), entry.isDirectory()))
}

/**
 * Finds the files of several builds. It looks into a folder that they share once, and at a file only if a build reads it.
 * @param {string} root
 * @returns {(sources: readonly string[], read: RegExp) => Source[]} the files below these names whose name matches
 */
export function sourceFinder(root) {
  /** @type {Map<string, string[]>} */
  const names = new Map()
  /** @type {Map<string, Source | null>} */
  const files = new Map()

  /** @param {string} name */
  function namesBelow(name) {
    const found = names.get(name) ?? namesIn(root, name, statSync(path.join(root, name), { throwIfNoEntry: false })?.isDirectory() === true)
    names.set(name, found)
    return found
  }

  /** @param {string} name */
  function fileOf(name) {
    let file = files.get(name)
    if (file === undefined) {
      // An editor's link to nothing is none.
      const stats = statSync(path.join(root, name), { bigint: true, throwIfNoEntry: false })
      file = stats?.isFile() ? { name, stats } : null
      files.set(name, file)
    }
    return file ?? []
  }

  return (sources, read) =>
    sources.flatMap((name) =>
      namesBelow(name)
        .filter((file) => read.test(file))
        .flatMap(fileOf),
    )
}

/**
 * What a file says of the sources of a build: a hash of their contents, and one of their sizes and times, which change with every write and
 * cost a fifth of reading the contents.
 * @param {string} root @param {string} name of the file, from `root` @param {readonly Source[]} files
 */
export function sourceStamp(root, name, files) {
  const file = path.join(root, name)
  const ofTimes = createHash('sha256')
  for (const { name: source, stats } of files) ofTimes.update(`${source}\n${stats.size} ${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs}\n`)
  const times = ofTimes.digest('hex')
  /** @type {string | undefined} */
  let contents

  function write() {
    try {
      writeFileSync(file, `${contents}\n${times}`)
    } catch (error) {
      // In a folder that cannot be written to the contents are read again at each start.
      if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error
    }
  }

  return {
    /** Reads the contents only if a size or a time is another. What is written during a build is therefore seen by the next start. */
    isCurrent() {
      const [builtContents, builtTimes] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
      if (times === builtTimes) return true
      const hash = createHash('sha256')
      for (const { name: source } of files) hash.update(source).update(readFileSync(path.join(root, source)))
      contents = hash.digest('hex')
      if (contents !== builtContents) return false
      write()
      return true
    },
    /** After the build. */
    write,
  }
}
