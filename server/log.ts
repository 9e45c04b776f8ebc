/** One line of JSON a log entry on stderr. Callers pass ids and names, never personal values or secrets. */
export type LogLevel = 'info' | 'warn' | 'error'
export type Log = (level: LogLevel, message: string, data?: unknown) => void

const rank: Record<LogLevel, number> = { info: 0, warn: 1, error: 2 }

function plain(data: unknown): unknown {
  return data instanceof Error ? { name: data.name, message: data.message, code: (data as { code?: unknown }).code, stack: data.stack } : data
}

export function createLog(least: LogLevel, write: (line: string) => void = (line) => void process.stderr.write(line)): Log {
  return (level, message, data) => {
    if (rank[level] < rank[least]) return
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...(data === undefined ? {} : { data: plain(data) }) })}\n`)
  }
}
