import { Icon } from '../../../ui/pictures/icon.tsx'

/** At the end of a summary: that more is below it. */
export const FoldMark = () => <Icon name="back" size={16} className="shrink-0 -rotate-90 group-open:rotate-90" />
