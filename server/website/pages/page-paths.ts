// The addresses of the pages for visitors that others name.

export const listPath = '/dates'
/** Without a slug, the id stands for it. */
export const eventPath = ({ id, slug }: { id: number; slug: string }): string => `/events/${slug || id}`

/** All dates, for feed readers and calendar programs. */
export const feedPath = '/dates.atom'
export const calendarPath = '/dates.ics'
export const dateCalendarPath = (id: number | '{id}'): string => `/dates/${id}/calendar.ics`

export const sitemapPath = '/sitemap.xml'
export const iconPath = '/favicon.svg'
