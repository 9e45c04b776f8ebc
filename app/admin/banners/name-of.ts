import * as say from '#words/admin-banners.ts'

/** What a banner is called in buttons and messages. */
export const nameOf = ({ title }: { title: string | null }): string => title?.trim() || say.untitled
