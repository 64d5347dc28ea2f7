// Code for the owner of a website: the widget, a page that shows the dates, and a call for its server.
import { useLocale, useTranslate } from 'ra-core'

export const availabilities = ['available', 'few', 'waitingList', 'full', 'closed', 'cancelled'] as const

/** A complete page: works as it is, and its script in any other page. */
export function useHtmlSnippet(key: string): string {
  const translate = useTranslate()
  const language = useLocale()
  const title = translate('website.snippet.title')
  const names = availabilities.map((name) => `    ${name}: '${translate(`website.availability.${name}`)}',`)
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<h1>${title}</h1>
<ul id="kontor-dates"></ul>
<p id="kontor-message" role="status"></p>
<script>
  const address = '${window.location.origin}/public/v1/dates?limit=20&availability=listed,full&key=${key}'
  const refreshMs = 60_000
  const names = {
${names.join('\n')}
  }
  const toDay = (start) => start
    ? new Date(start.slice(0, 10)).toLocaleDateString('${language}', { dateStyle: 'long', timeZone: 'UTC' })
    : '${translate('website.snippet.noDay')}'
  const toItem = ({ title, start, location, availability }) => {
    const item = document.createElement('li')
    const parts = [toDay(start), title, location?.city, names[availability]]
    item.textContent = parts.filter(Boolean).join(' · ')
    return item
  }
  async function showDates() {
    let message = ''
    try {
      const response = await fetch(address)
      const answer = await response.json()
      if (response.ok) document.getElementById('kontor-dates').replaceChildren(...answer.data.map(toItem))
      else message = answer.detail
    } catch {
      message = '${translate('website.snippet.unreachable')}'
    }
    document.getElementById('kontor-message').textContent = message
  }
  showDates()
  setInterval(showDates, refreshMs)
</script>
</html>
`
}

/** For any page: the script once, the element where the dates are to be. */
export const widgetOf = (key: string): string =>
  `<script src="${window.location.origin}/widget/v1.js" data-key="${key}" defer></script>
<kontor-dates limit="20"></kontor-dates>`

/** @param key '': a secret key, which is not known here */
export const curlOf = (key: string): string =>
  `curl -H 'Authorization: Bearer ${key || 'sk_…'}' '${window.location.origin}/public/v1/dates?limit=5'`
