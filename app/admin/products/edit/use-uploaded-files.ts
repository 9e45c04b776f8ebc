import { useEffect, useRef } from 'react'
import { removeProductFiles } from '../../../data/admin/product-picture-files.ts'
import type { FormPicture } from './form-pictures.ts'

/**
 * Files that this form uploaded and no product has yet. Those that are left over are deleted, at the latest when the form is
 * left. While a save is on its way they belong to it, and for good where its answer is lost: it may have stored them.
 */
export function useUploadedFiles() {
  const files = useRef(new Set<string>())
  const left = useRef(false)
  useEffect(() => {
    const { current } = files
    left.current = false
    return () => {
      left.current = true
      void removeProductFiles([...current])
    }
  }, [])
  return {
    /** what was uploaded now and was not before */
    keep: (pictures: readonly FormPicture[], before: readonly FormPicture[]) => {
      for (const { fresh, path } of pictures) if (fresh && path !== null && !before.some((picture) => picture.path === path)) files.current.add(path)
    },
    lend: () => {
      const lent = [...files.current]
      files.current.clear()
      return lent
    },
    takeBack: (lent: readonly string[]) => {
      if (left.current) void removeProductFiles(lent)
      else for (const path of lent) files.current.add(path)
    },
    /** @param stored what the product shows now */
    saved: (lent: readonly string[], stored: readonly string[]) => void removeProductFiles(lent.filter((path) => !stored.includes(path))),
  }
}
