import { useEffect, useRef } from 'react'
import { removeProductFiles } from '../../../data/admin/products/product-picture-files.ts'
import type { FormPicture } from './form-pictures.ts'

type UploadedFile = Pick<FormPicture, 'fresh' | 'path'>

/**
 * Files that this form uploaded and that no product uses yet. Unused ones are deleted, at the latest when the user leaves the form. During a save they belong
 * to it, and permanently if its answer is lost, because it may have stored them.
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
    /** registers newly uploaded files */
    keep: (pictures: readonly UploadedFile[], before: readonly UploadedFile[]) => {
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
    /** @param stored the files that the product uses now */
    saved: (lent: readonly string[], stored: readonly string[]) => void removeProductFiles(lent.filter((path) => !stored.includes(path))),
  }
}
