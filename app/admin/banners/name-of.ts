import * as say from '#words/admin-banners.ts'

/** The name of a banner in buttons and messages. */
export const nameOf = ({ title }: { title: string | null }): string => title?.trim() || say.untitled
