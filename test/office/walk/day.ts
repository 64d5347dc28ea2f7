// A day that is walked, and the common state of its steps.
import type { Locator, Page } from 'playwright-core'
import { callInterface } from '../office.ts'
import { nameOf, type prepare, type Scene } from './scenes.ts'
import type { Walker } from './walker.ts'

/** A day that is walked, and the records it has made. */
export interface Day {
  walker: Walker
  scene: Scene
  prepared: Awaited<ReturnType<typeof prepare>>
  locale: string
  /** The date that was planned; 0: not yet. */
  dateId: number
  /** The person who records attendance, with a phone. */
  trainer: (day: Day) => Promise<Walker>
  /** Looks at the page, and takes a picture. */
  look: (name: string, walker?: Walker) => Promise<void>
}

/** A button whose label is in sight, also on a phone. */
function buttonIn(within: Page | Locator, label: string): Locator {
  return within.getByRole('button', { name: label, exact: true }).filter({ hasText: label })
}
export const button = ({ walker: { page, text } }: Day, key: string): Locator => buttonIn(page, text(key))
export const dialogButton = ({ walker: { page, text } }: Day, key: string, params = {}): Locator =>
  buttonIn(page.getByRole('dialog'), text(key, params))
export const says = ({ walker: { page, text } }: Day, key: string, params = {}): Promise<void> =>
  page.getByText(text(key, params)).first().waitFor()
export const numericDate = ({ locale }: Day, day: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date(day))

export async function bookingsOf({ walker: { visitor }, dateId }: Day) {
  const { json } = await visitor.call('GET', `/dates/${dateId}/bookings`)
  return json as { id: number; status: string; contactId: number; cancellationFee: number | null }[]
}
export const countOf = async (day: Day, status: string): Promise<number> =>
  (await bookingsOf(day)).filter((one) => one.status === status).length

/** The date in the interface; undefined: it is not published. */
export async function onWebsite({ prepared, dateId }: Day): Promise<{ free_places: number } | undefined> {
  const [event] = (await callInterface('GET', `/events?eventId=${prepared.eventId}`)).json
  return event?.dates.find(({ date_id }: { date_id: number }) => date_id === dateId)
}

/** The menu of the booking of one of the company. */
export const actionsOf = ({ walker: { page, text }, scene }: Day, which: 0 | 1): Locator =>
  page.getByRole('button', { name: text('bookings.actionsFor', { name: nameOf(scene.staff[which]) }) })
