// Images of events, trainers and places in the sizes of screens.
import { h, type VNode } from 'preact'
import type { PublicImage } from '../server/website/schemas.ts'

type Options = { sizes: string; class: string; alt?: string; isLazy?: boolean }

/** The widest WebP that a browser needs for its width, else JPEG; null: images elsewhere are not loaded. */
export function picture(image: PublicImage | null, options: Options): VNode | null {
  if (!image || image.sources.length === 0) return null
  const { sizes, class: className, alt = image.alt, isLazy } = options
  const sourceSet = (type: string) =>
    image.sources
      .filter((source) => source.type === type)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ')
  return h('picture', null, [
    h('source', { type: 'image/webp', srcset: sourceSet('image/webp'), sizes }),
    h('img', {
      class: className,
      src: image.url,
      srcset: sourceSet('image/jpeg'),
      sizes,
      alt,
      width: image.width ?? undefined,
      height: image.height ?? undefined,
      ...(isLazy && { loading: 'lazy' }),
    }),
  ])
}

/** In a list, beside the title that says the same. */
export const thumbnail = (image: PublicImage | null): VNode | null =>
  picture(image, { class: 'thumb', sizes: '5rem', alt: '', isLazy: true })
