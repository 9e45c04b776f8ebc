import * as say from '#words/admin-analytics.ts'

const NAMES: Readonly<Record<string, string>> = say.methods

export const methodName = (method: string): string => NAMES[method] ?? method
