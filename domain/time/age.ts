/** 'Just now' under a minute (and when a clock is ahead), then 'Nm ago', 'Nh ago', 'Nd ago', all rounded down. */
export function age(moment: Date | string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(moment).getTime()) / 60_000)
  if (!(minutes >= 1)) return 'Just now'
  if (minutes < 60) return `${minutes}m ago`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours}h ago` : `${Math.floor(hours / 24)}d ago`
}
