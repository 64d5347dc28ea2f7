// axe looks at what opens: the order and the booking of a company, its dialogs, menus and panels of lists, a trainer's link.
import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { axe, violationsOf } from './axe.ts'
import { browserTest, desktop, type Visitor } from './office.ts'

const phone = { width: 390, height: 844 }
const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

/** A date with a trainer and an order of two seats, one without a name. */
async function seats({ create, call }: Visitor) {
  const event = await create('/events', { title: 'Dialoge führen' })
  await call('PATCH', `/events/${event.id}`, {
    version: event.version,
    cancellationSteps: [{ daysBefore: 14, feePercent: 50 }],
  })
  const trainer = await create('/trainers', { firstName: 'Tilda', lastName: 'Dialog' })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: inDays(9),
    status: 'confirmed',
    participantsMax: 5,
    trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }],
    prices: [{ title: 'Normalpreis', netPrice: 400, grossPrice: 476, vatRate: 19, currency: 'EUR' }],
  })
  const anna = { firstName: 'Anna', lastName: 'Dialog', email: `anna.dialog.${date.id}@kontor.example` }
  await create('/bookings', { dateId: date.id, status: 'booked', participants: [anna], unnamedSeats: 1 })
  const { json: bookings } = await call('GET', `/dates/${date.id}/bookings`)
  return { date, booking: bookings.find(({ contactId }: { contactId: number }) => contactId === 0) }
}

for (const dark of [false, true])
  browserTest(
    `axe finds no serious error in dialogs, ${dark ? 'dark' : 'light'}`,
    async ({ administrator }) => {
      const visitor = await administrator({ dark })
      const { page, context, go, settled } = visitor
      await context.addInitScript(axe)
      const { date, booking } = await seats(visitor)
      const found: Record<string, string[]> = {}
      const look = async (name: string): Promise<void> => {
        await settled()
        const violations = await violationsOf(page)
        if (violations.length > 0) found[name] = violations
      }
      /** A dialog, a menu, a panel. */
      const opened = page.locator('.MuiModal-root:not(.MuiModal-hidden)')
      /** Opens, looks, and closes with Escape; the focus goes back to the button that opened it. */
      const lookInto = async (opener: Locator, name: string): Promise<void> => {
        await opener.focus()
        await page.keyboard.press('Enter')
        await opened.waitFor()
        await look(name)
        await page.keyboard.press('Escape')
        await opened.waitFor({ state: 'detached' })
        await opener.and(page.locator(':focus')).waitFor()
      }
      const button = (name: string | RegExp) =>
        page.getByRole('main').getByRole('button', { name, exact: true })

      await go(`/bookings/${booking.id}`)
      await look('booking')
      for (const name of ['Namen eintragen …', 'Umbuchen …', 'Stornieren …', 'Rechnungsbestätigung'])
        await lookInto(button(name), name)
      await page.getByRole('link', { name: /^Anmeldung \d+/ }).click()
      await page.getByRole('table', { name: 'Plätze' }).waitFor()
      await look('order')
      await lookInto(button('Rechnungsbestätigung'), 'confirmation of an order')

      await go(`/dates/${date.id}/attendance`)
      await settled()
      await look('attendance')
      await button('Link anlegen').click()
      await button('Widerrufen').waitFor()
      await look('link of a trainer')
      await lookInto(button('Widerrufen'), 'revoke')

      for (const list of ['contacts', 'dates']) {
        await go(`/${list}`)
        await settled()
        await lookInto(button(/^Filter( \(\d\))?$/), `filters of ${list}`)
        await lookInto(button('Darstellung'), `display of ${list}`)
        await button('Ansichten').click()
        await look(`views of ${list}`)
        await page.getByRole('menuitem', { name: 'Als Ansicht speichern …' }).click()
        await page.getByRole('dialog').waitFor()
        await look(`new view of ${list}`)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page
          .getByRole('checkbox', { name: /^Zeile auswählen|^Diese Zeile/ })
          .first()
          .click()
        await look(`selection of ${list}`)
        await lookInto(button('Bearbeiten …'), `bulk edit of ${list}`)
      }
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await look('shortcuts')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await page.setViewportSize(phone)
      for (const path of ['/dates', '/date-calendar', '/changes']) {
        await go(path)
        await settled()
        await lookInto(button(/^Filter( \(\d\))?$/), `filters on a phone: ${path}`)
      }
      await go(`/dates/${date.id}/attendance`)
      await look('attendance on a phone')
      await page.setViewportSize(desktop)
      assert.deepEqual(found, {})
    },
  )
