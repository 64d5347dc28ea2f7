// Pages with many rows: as few requests as with few rows, rows of plain elements that are used like any others.
import assert from 'node:assert/strict'
import { browserTest, runStatement, type Visitor } from './office.ts'

declare const document: { title: string; elementFromPoint(x: number, y: number): unknown }

interface HitElement {
  getBoundingClientRect(): { left: number; top: number; width: number; height: number }
  contains(other: unknown): boolean
}

async function dateWithParticipants(admin: Visitor, title: string, count: number): Promise<number> {
  const [event] = (await admin.call('GET', '/events?perPage=1')).json
  const { id } = await admin.create('/dates', {
    eventId: event.id,
    title,
    startDate: '2032-05-03',
    participantsMax: 200,
    hasWaitingList: true,
  })
  const participants = Array.from({ length: count }, (_, n) => ({
    lastName: `Vielzahl ${String(n).padStart(3, '0')}`,
    email: `${title.toLowerCase()}.${n}@kontor.example`,
  }))
  const { status, json } = await admin.call('POST', '/bookings', {
    dateId: id,
    status: 'booked',
    participants,
  })
  assert.equal(status, 200, JSON.stringify(json).slice(0, 500))
  return id
}

/** The paths that a page requests, without ids. */
async function requestsOf({ page, go, settled }: Visitor, path: string): Promise<string[]> {
  const paths: string[] = []
  const listen = (request: { url(): string }) => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('/office/api/')) paths.push(pathname.replace(/\d+/g, '1'))
  }
  page.on('request', listen)
  await go(path)
  await settled()
  page.off('request', listen)
  return paths.toSorted()
}

browserTest(
  'the page of a date with many participants needs no more requests than with few',
  async ({ administrator }) => {
    const admin = await administrator()
    const { page, go, settled } = admin
    const few = await dateWithParticipants(admin, 'Wenige', 2)
    const many = await dateWithParticipants(admin, 'Viele', 100)
    // Loads the code and the common data of all dates. A third one: a page shown before is not requested again.
    await go(`/dates/${await dateWithParticipants(admin, 'Vorher', 1)}`)
    await settled()
    await go('/')
    await settled()
    const rows = page.locator('.RaLayout-content section tbody tr')
    const ofMany = await requestsOf(admin, `/dates/${many}`)
    assert.equal(await rows.count(), 100)
    await go('/')
    await settled()
    assert.deepEqual(ofMany, await requestsOf(admin, `/dates/${few}`))
    assert.equal(await rows.count(), 2)
    assert.equal(new Set(ofMany).size, ofMany.length, ofMany.join('\n'))
  },
)

browserTest(
  'rows of participants are plain elements, and used like any others',
  async ({ administrator }) => {
    const admin = await administrator()
    const { page, go, settled } = admin
    const dateId = await dateWithParticipants(admin, 'Zeilen', 40)
    await go(`/dates/${dateId}`)
    await settled()
    const rows = page.locator('.RaLayout-content section tbody tr')
    // Each of MUI's components takes about as long as all of a plain row.
    assert.equal(await rows.locator('[class*=Mui]').count(), 0)
    const first = rows.filter({ hasText: 'Vielzahl 000' })
    await first.getByRole('checkbox', { name: 'Vielzahl 000' }).focus()
    await page.keyboard.press('Space')
    await rows.filter({ hasText: 'Vielzahl 007' }).getByRole('checkbox').check()
    await page.getByText('2 Buchungen ausgewählt').waitFor()
    await page.getByRole('checkbox', { name: 'Alle auswählen' }).first().check()
    await page.getByText('40 Buchungen ausgewählt').waitFor()

    const menu = page.getByRole('menu', { name: 'Aktionen für Vielzahl 000' })
    const button = first.getByRole('button', { name: 'Vielzahl 000' })
    await button.focus()
    await page.keyboard.press('Enter')
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await button.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Umbuchen …' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button.and(page.locator(':focus')).waitFor()

    // The link opens the contact without loading the office anew.
    await page.evaluate(() => {
      document.title = 'kept'
      Object.assign(globalThis, { isSameDocument: true })
    })
    await first.getByRole('link', { name: 'Vielzahl 000', exact: true }).click()
    await page.waitForURL(/#\/contacts\/\d+/)
    assert.equal(await page.evaluate(() => 'isSameDocument' in globalThis), true)
  },
)

browserTest(
  'the actions of a participant are in sight where the table is wider than its place',
  async ({ administrator }) => {
    const admin = await administrator()
    const { page, go, settled } = admin
    const dateId = await dateWithParticipants(admin, 'Breit', 3)
    await runStatement(
      `update contact set first_name = repeat('Maximiliane', 2), last_name = last_name || repeat(' Obermayer', 2) where id in (select contact_id from booking where date_id = ${dateId})`,
    )
    await runStatement(
      `update booking set comment = 'kommt später, weil der Zug erst um zehn ankommt' where date_id = ${dateId}`,
    )
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await go(`/dates/${dateId}`)
      await page.reload()
      await settled()
      const row = page.locator('.RaLayout-content section tbody tr').first()
      // Not the button: the table would scroll to it.
      await row.getByRole('checkbox').scrollIntoViewIfNeeded()
      const isOnTop = await row.getByRole('button').evaluate((element: HitElement) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      assert.ok(isOnTop, `${width} pixels`)
    }
  },
)
