// Images of events and trainers: the size that a browser needs, with a place that is kept free until it is there.
import { h, type VNode } from 'preact'
import type { PublicImage } from '../server/website/schemas.ts'
import type { Texts } from './texts.ts'

type Image = PublicImage | null

/** `sizes`: the width at which it is shown, as the attribute of `img`; `isFirst`: it is seen at once. */
type Place = { class: string; sizes: string; isFirst?: boolean }

/** The text for those who do not see an image. */
export const imageAlt = ({ alt, altEn }: PublicImage, { language }: Pick<Texts, 'language'>): string =>
  (language === 'en' && altEn) || alt

const sourceSet = ({ sources }: PublicImage, type: string): string =>
  sources
    .filter((source) => source.type === type)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')

/** @returns null: there is none, or it is on another server, which the pages do not ask */
function picture(image: Image, texts: Texts, { sizes, isFirst, ...place }: Place): VNode | null {
  if (!image || image.sources.length === 0) return null
  const { url, width, height } = image
  return h('picture', null, [
    h('source', { type: 'image/webp', srcset: sourceSet(image, 'image/webp'), sizes }),
    h('img', {
      ...place,
      src: url,
      srcset: sourceSet(image, 'image/jpeg'),
      sizes,
      alt: imageAlt(image, texts),
      width: width ?? undefined,
      height: height ?? undefined,
      decoding: 'async',
      ...(isFirst ? { fetchpriority: 'high' } : { loading: 'lazy' }),
    }),
  ])
}

/** At the top of the page of an event. */
export const eventImage = (image: Image, texts: Texts): VNode | null =>
  picture(image, texts, { class: 'picture', sizes: '(min-width: 62rem) 48rem, 100vw', isFirst: true })

/** In an entry of a list. */
export const cardImage = (image: Image, texts: Texts, isFirst: boolean): VNode | null =>
  picture(image, texts, { class: 'thumb', sizes: '5rem', isFirst })

/** A portrait. */
export const trainerImage = (image: Image, texts: Texts): VNode | null =>
  picture(image, texts, { class: 'face', sizes: '4rem' })

/** Of a place, in its entry. */
export const placeImage = (image: Image, texts: Texts): VNode | null =>
  picture(image, texts, { class: 'picture', sizes: '20rem' })
