// Values derived from a URL are cached, because the same ones are requested again and again.

const maxCachedUrls = 10_000
const maxUrlLength = 500

export type UrlCache<T> = { get(url: string): T | undefined; set(url: string, value: T): T }

export function createUrlCache<T>(): UrlCache<T> {
  const values = new Map<string, T>()
  return {
    get: (url) => values.get(url),
    set(url, value) {
      if (values.size >= maxCachedUrls) values.clear()
      if (url.length <= maxUrlLength) values.set(url, value)
      return value
    },
  }
}
