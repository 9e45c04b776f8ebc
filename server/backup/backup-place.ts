/** Where backups lie. One is there whole under its name, or not at all. */

type Bytes = AsyncIterable<Uint8Array>

export type BackupPlace = {
  /** Keeps nothing if `content` ends with an error. */
  write(name: string, content: Bytes): Promise<void>
  /** @throws BackupError if there is none of this name */
  read(name: string): Promise<Bytes>
  /** The names of all objects in the place, of other programs too. */
  names(): Promise<string[]>
  remove(name: string): Promise<void>
  close(): void
}
