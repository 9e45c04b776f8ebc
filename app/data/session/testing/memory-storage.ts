/** A storage of the browser, in memory: its entries are its own properties, as `Object.keys` of a real one sees them. */
export class MemoryStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? ((this as unknown as Record<string, string>)[key] ?? null) : null
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}
