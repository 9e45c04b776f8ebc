import * as say from '#words/home.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { emphasised } from './hero.tsx'

/** The call to action at the end of the home page, on plum: one solid and one outlined button in ivory. */
export function CallToAction({ title, text = say.openAccountText }: { title: string | undefined; text: string | undefined }) {
  return (
    <section aria-labelledby="open-account" className="cta">
      <picture>
        <source media="(min-width: 768px)" srcSet="/pictures/account.webp" width={1600} height={752} />
        <img className="cta-picture" src="/pictures/account-phone.webp" alt="" width={800} height={608} loading="lazy" />
      </picture>
      <div className="wrap relative pt-7 pb-12 lg:py-28">
        <h2 id="open-account" className="max-w-[560px] text-4xl">
          {title === undefined ? say.openAccount : emphasised(title)}
        </h2>
        <p className="mt-[14px] max-w-[38ch] text-lg">{text}</p>
        <div className="mt-[26px] flex max-w-[520px] flex-wrap gap-3 *:max-md:flex-auto">
          <ButtonLink to="/register" size="main" className="border-ground! bg-ground text-plum-700! hover:bg-white!">
            {say.createAccount}
          </ButtonLink>
          <ButtonLink to="/products" size="main" className="border-ground/60! text-ground! hover:bg-ground/10!">
            {say.shopProducts}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
