import { Link } from 'react-router'
import { productPath } from '#domain/text/slug.ts'
import * as say from '#words/admin-products.ts'
import type { AdminProduct } from '../../data/admin/products/products.ts'
import { editProductPath } from '../paths.ts'
import { AdminIcon } from '../ui/admin-icon.tsx'
import { Menu } from '../ui/menu.tsx'

const ITEM = 'flex min-h-8 items-center rounded-sm px-3 hover:bg-hover touch:min-h-11'

/** The actions for one product. */
export function RowMenu({ product }: { product: AdminProduct }) {
  return (
    <Menu label={say.rowMenu(product.name)} className="ctl ctl-quiet ctl-square" button={<AdminIcon name="more" size={18} />}>
      <ul className="grid min-w-[150px] gap-1 p-2 text-left">
        <li>
          <Link to={editProductPath(product.id)} aria-label={say.editNamed(product.name)} className={ITEM}>
            {say.edit}
          </Link>
        </li>
        <li>
          <Link to={`/admin/products/add?from=${product.id}`} aria-label={say.duplicateNamed(product.name)} className={ITEM}>
            {say.duplicate}
          </Link>
        </li>
        {product.status === 'active' ? (
          <li>
            <Link to={productPath(product)} aria-label={say.viewNamed(product.name)} className={ITEM}>
              {say.viewInShop}
            </Link>
          </li>
        ) : null}
      </ul>
    </Menu>
  )
}
