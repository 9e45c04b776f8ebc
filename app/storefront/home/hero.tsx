import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { HomeTexts } from '#domain/shop/home.ts'
import * as say from '#words/home.tsx'
import type { Banner } from '../../data/shop/banners.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Drawing, Icon } from '../../ui/pictures/icon.tsx'
import { imageSrcSet, imageUrl } from '../../ui/pictures/image-url.ts'
import { useRoot } from '../shell/use-root.ts'
import { useDrawnSlides, useSlideShow } from './use-slide-show.ts'

type Slide = { id: string; title: string; text: string; image: string; phoneImage: string; link: string | null }

/** The active banners, or the shop's own headline if there are none. */
export function Hero({ banners, texts }: { banners: Banner[]; texts: HomeTexts }) {
  const { settings } = useRoot()
  const slides: Slide[] =
    banners.length === 0
      ? [
          {
            id: 'house',
            title: texts.heroTitle ?? say.headline,
            text: texts.heroText ?? say.headlineText,
            image: '/pictures/welcome.webp',
            phoneImage: '/pictures/welcome-phone.webp',
            link: null,
          },
        ]
      : banners.map((banner) => ({
          id: banner.id,
          title: banner.title?.trim() || say.welcomeTo(settings.storeName),
          text: banner.description?.trim() || say.slideText,
          image: banner.image_url,
          phoneImage: banner.phone_image_url ?? banner.image_url,
          link: banner.link,
        }))
  const { current, go, playing, setPlaying, hold } = useSlideShow(slides.length)
  const drawn = useDrawnSlides(current, slides.length)
  const several = slides.length > 1

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- holding the slides still is no action of the reader's
    <section
      className="hero"
      aria-roledescription={several ? 'carousel' : undefined}
      aria-label={several ? say.offers : say.welcome}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
    >
      <div className="hero-slides" aria-live={playing ? 'off' : 'polite'}>
        {slides.map((slide, place) => (
          <div
            key={slide.id}
            className="hero-slide"
            data-on={place === current || undefined}
            inert={place !== current}
            role={several ? 'group' : undefined}
            aria-roledescription={several ? 'slide' : undefined}
            aria-label={several ? say.slideOf(place + 1, slides.length) : undefined}
          >
            {drawn.has(place) ? <SlidePicture slide={slide} first={place === 0} /> : null}
            <div className="hero-words">
              {place === 0 ? (
                <h1>
                  <SlideTitle slide={slide} />
                </h1>
              ) : (
                <p className="display hero-title">
                  <SlideTitle slide={slide} />
                </p>
              )}
              <p className="hero-text">{slide.text}</p>
              <div className="mt-6 flex flex-wrap gap-3 *:max-md:flex-1 *:max-md:px-3! *:max-md:whitespace-nowrap">
                <ButtonLink to="/products" variant="primary" size="main">
                  {say.shopNow}
                </ButtonLink>
                <ButtonLink to="/register" variant="second" size="main">
                  {say.createAccount}
                </ButtonLink>
              </div>
            </div>
          </div>
        ))}
      </div>
      {several ? (
        <div className="hero-dial">
          <span className="num mr-auto md:mr-[6px]">
            {current + 1} / {slides.length}
          </span>
          {slides.map((slide, place) => (
            <i key={slide.id} data-on={place === current || undefined} data-playing={playing || undefined} />
          ))}
          <button type="button" aria-label={playing ? say.pauseTheSlides : say.playTheSlides} onClick={() => setPlaying(!playing)}>
            <Drawing size={18}>
              <path d={playing ? 'M9 6v12M15 6v12' : 'M8 5.5v13l10.5-6.5L8 5.5Z'} />
            </Drawing>
          </button>
          <button type="button" aria-label={say.previousSlide} onClick={() => go(current - 1)}>
            <Icon name="back" size={18} />
          </button>
          <button type="button" aria-label={say.nextSlide} onClick={() => go(current + 1)}>
            <Icon name="forward" size={18} />
          </button>
        </div>
      ) : null}
    </section>
  )
}

function SlidePicture({ slide, first }: { slide: Slide; first: boolean }) {
  const [failed, setFailed] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  // An error before hydration fires no handler.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setFailed(true)
  }, [])
  if (failed) return <img className="hero-picture hero-missing" src="/placeholder.svg" alt="" width={1440} height={677} />
  return (
    <picture>
      <source media="(min-width: 1024px)" srcSet={imageSrcSet(slide.image, 1920, 960) ?? slide.image} sizes="100vw" width={1440} height={677} />
      <img
        ref={picture}
        className="hero-picture"
        src={imageUrl(slide.phoneImage, 960)}
        srcSet={imageSrcSet(slide.phoneImage, 1280, 480)}
        // A little less than it is wide: the largest paint waits for it, and eight pixels for nine of the screen look the same in a photo.
        sizes="88vw"
        alt=""
        width={820}
        height={673}
        fetchPriority={first ? 'high' : 'low'}
        loading={first ? 'eager' : 'lazy'}
        onError={() => setFailed(true)}
      />
    </picture>
  )
}

/** A banner with its own link opens it from the title; Shop Now always leads to all products, as specified. */
function SlideTitle({ slide: { title, link } }: { slide: Slide }) {
  if (link === null) return emphasised(title)
  return (
    <Link to={link} className="underline-offset-[.12em] hover:underline hover:decoration-2">
      {emphasised(title)}
    </Link>
  )
}

/** Sets the last word of a title in the rose italic: one word per heading, never more. */
export function emphasised(title: string) {
  const cut = title.lastIndexOf(' ')
  if (cut < 0) return title
  return (
    <>
      {title.slice(0, cut)} <em>{title.slice(cut + 1)}</em>
    </>
  )
}
