import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** 'app/root.tsx' for the id of a module, which is an absolute path, for routes with a query behind it. */
export function modulePath(id: string): string {
  return path.relative(root, id.replace(/\?.*$/, '')).replaceAll(path.sep, '/')
}
