import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** 'app/root.tsx' for the id of a module: the id is an absolute path, for routes followed by a query. */
export function modulePath(id: string): string {
  return path.relative(root, id.replace(/\?.*$/, '')).replaceAll(path.sep, '/')
}
