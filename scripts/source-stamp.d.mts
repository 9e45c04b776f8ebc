type Source = { name: string }
export function sourceFinder(root: string): (sources: readonly string[], read: RegExp) => Source[]
export function sourceStamp(root: string, name: string, files: readonly Source[]): { isCurrent(): boolean; write(): void }
