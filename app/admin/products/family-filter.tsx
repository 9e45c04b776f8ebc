import { Link, useSearchParams } from 'react-router'
import * as say from '#words/admin-products.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { familyPath } from '../paths.ts'
import { withFamily } from './product-list.ts'

/** The family whose products the list has, with a link to it and a button that shows all again. */
export function FamilyFilter({ id, name }: { id: string; name: string | undefined }) {
  const [params, setParams] = useSearchParams()
  return (
    <span className="inline-flex min-h-8 items-center gap-1 rounded-full border border-line bg-well pl-3 touch:min-h-11">
      {say.family}:
      <Link to={familyPath(id)} className="link typed">
        {name ?? say.thisFamily}
      </Link>
      <button
        type="button"
        aria-label={say.allFamilies}
        onClick={() => setParams(withFamily(params, null), { replace: true })}
        className="grid size-7 place-items-center rounded-full hover:bg-hover touch:size-11"
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}
