/** The files of issued documents of a test's database, in a folder that follows from its address, so that all processes of the test have the same. */
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DocumentFiles } from '#functions/context.ts'
import { createFolderStore } from '#gateway/storage/stores/folder-store.ts'
import { documentFilesIn } from '../storage/document-files.ts'

export const documentsFolder = (databaseUrl: string): string => path.join(tmpdir(), `shringar-documents-${path.basename(new URL(databaseUrl).pathname)}`)

export async function openTestDocuments(databaseUrl: string): Promise<DocumentFiles> {
  return documentFilesIn(await createFolderStore(documentsFolder(databaseUrl), 'documents'), true)
}
