import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Lines that git prints; none where git fails, because there is no repository or no such branch. */
function git(cwd: string, ...words: string[]): string[] {
  try {
    return execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean)
  } catch {
    return []
  }
}

/**
 * The files that a branch adds or changes: its commits since it left `main`, uncommitted changes and untracked files.
 *
 * @returns paths from `root`, or null outside a git repository
 */
export function changedFiles(root: string): string[] | null {
  const [head] = git(root, 'rev-parse', '--verify', 'HEAD')
  if (!head) return null
  const [base = head] = [...git(root, 'merge-base', 'HEAD', 'origin/main'), ...git(root, 'merge-base', 'HEAD', 'main')]
  const changed = [...git(root, 'diff', '--name-only', '--relative', base), ...git(root, 'ls-files', '--others', '--exclude-standard')]
  return [...new Set(changed)].filter((file) => existsSync(path.join(root, file))).toSorted()
}
