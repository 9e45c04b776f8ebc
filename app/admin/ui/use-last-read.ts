import { useState } from 'react'

/**
 * What a screen last read under this key, also after a later read that fails or no longer has it: an open form keeps its row and what is typed in it
 * (docs/rules.md#back-office-edits).
 *
 * @param read the same object in each render until another one is read; undefined while there is none
 */
export function useLastRead<Read>(key: string, read: Read | undefined): Read | undefined {
  const [last, setLast] = useState({ key, read })
  if (read !== undefined && (last.key !== key || last.read !== read)) setLast({ key, read })
  if (read !== undefined) return read
  return last.key === key ? last.read : undefined
}
