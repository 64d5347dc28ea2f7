// Lists: filters as chips, saved views, columns and density, bulk editing, no sideways scrolling.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { browserTest, type Visitor } from './office.ts'

const phone = { width: 390, height: 844 }

/** The chips above the list. */
const chipsOf = ({ page }: Visitor) => page.getByRole('group', { name: 'Aktive Filter' })

const openFromMenu = async ({ page, settled }: Visitor, entry: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('menuitem', { name: entry }).click()
  await settled()
}

const rowTexts = ({ page }: Visitor) => page.locator('tbody tr').allInnerTexts()

browserTest('active filters are chips in words, and one button resets them', async ({ administrator }) => {
  const user = await administrator()
  const { page, go, settled, call } = user
  const company = (await call('GET', '/companies?perPage=1')).json[0]
  await go('/contacts')
  await settled()
  const all = await rowTexts(user)
  assert.equal(await chipsOf(user).count(), 0)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await panel.getByLabel('Firma').fill(company.name)
  await page.getByRole('option', { name: company.name }).first().click()
  await panel.getByLabel('Mit E-Mail').click()
  await page.getByRole('option', { name: 'Ja' }).click()
  await panel.getByRole('button', { name: 'Schließen' }).click()
  await page.getByRole('button', { name: 'Filter (2)' }).waitFor()
  await settled()
  // Names of records, not their ids.
  const companyChip = chipsOf(user).getByRole('button', { name: `Filter entfernen Firma: ${company.name}` })
  await companyChip.waitFor()
  await chipsOf(user)
    .getByRole('button', { name: /Filter entfernen .*E-Mail.*: ja/ })
    .waitFor()

  // Back from a record, the list is as it was.
  await page.getByRole('row').nth(1).click()
  await page.waitForURL(/\/contacts\/\d+/)
  await settled()
  await page.goBack()
  await companyChip.waitFor()
  await companyChip.focus()
  await page.keyboard.press('Enter')
  await companyChip.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Filter (1)' }).waitFor()
  await chipsOf(user).getByRole('button', { name: 'Alle zurücksetzen' }).click()
  await chipsOf(user).waitFor({ state: 'detached' })
  await settled()
  assert.deepEqual(await rowTexts(user), all)
})

browserTest('a list opened from the menu shows everything', async ({ administrator }) => {
  const user = await administrator()
  const { page, go, settled } = user
  await go(`/contacts?filter=${encodeURIComponent('{"city":"Ham"}')}`)
  await chipsOf(user).getByRole('button', { name: 'Filter entfernen Ort beginnt mit: Ham' }).waitFor()
  await settled()
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.getByRole('row').nth(1).click()
  await page.waitForURL(/\/contacts\/\d+/)
  await settled()
  // Also while the list itself is open.
  for (const _ of ['from a record', 'from the list']) {
    await openFromMenu(user, 'Kontakte')
    await chipsOf(user).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0)
    await go(`/contacts?filter=${encodeURIComponent('{"city":"Ham"}')}`)
    await chipsOf(user).waitFor()
    await settled()
  }
  await page.reload()
  await chipsOf(user).waitFor()
  await go('/')
  await settled()
  await go('/contacts')
  await page.getByRole('row').nth(20).waitFor()
  assert.equal(await chipsOf(user).count(), 0)
})

browserTest('a filter typed last does not call a list back that was left', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await go('/contacts')
  await settled()
  const isLoaded = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await isLoaded.promise
    await route.continue()
  })
  await page.locator('.RaLayout-content input[name=q]').fill('adler')
  await page.getByRole('link', { name: 'Anlegen' }).click()
  // Longer than the pause of typing after which the list follows: the list is still in sight.
  await page.waitForTimeout(1000)
  const whileLoading = page.url()
  isLoaded.resolve()
  assert.match(whileLoading, /#\/contacts\/create$/)
  await page.getByLabel(/^Vorname/).waitFor()
})

browserTest('after a record was deleted, its list is as it was', async ({ administrator }) => {
  const user = await administrator()
  const { page, go, settled, create } = user
  const { id } = await create('/contacts', { lastName: 'Löschmich', contactType: 'person' })
  await go(`/contacts?filter=${encodeURIComponent('{"createdFrom":"2020-01-01"}')}`)
  await chipsOf(user).waitFor()
  await settled()
  await go(`/contacts/${id}/show`)
  await page.getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
  await chipsOf(user).getByRole('button', { name: 'Filter entfernen Angelegt ab: 01.01.2020' }).waitFor()
})

browserTest('on a phone, filters are in a drawer, and actions have labels', async ({ administrator }) => {
  const user = await administrator()
  const { page, go, settled } = user
  await page.setViewportSize(phone)
  await go('/bookings')
  await settled()
  for (const name of ['Filter', 'Darstellung', 'CSV', 'Buchen'])
    assert.equal((await page.getByRole('button', { name, exact: true }).innerText()).trim(), name)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Filter' })
  await settled()
  const { x, y, width, height } = (await drawer.boundingBox())!
  assert.deepEqual([x, width, y + height], [0, phone.width, phone.height])
  await drawer.getByLabel('Status').click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Schließen' }).click()
  await page.getByRole('button', { name: 'Filter (1)' }).waitFor()
  await chipsOf(user)
    .getByRole('button', { name: /Status/ })
    .waitFor()
})

browserTest(
  'a saved view has filters, order and columns; shared, others open it by its address',
  async ({ administrator }) => {
    const user = await administrator()
    const { page, go, settled, call } = user
    await go(`/contacts?filter=${encodeURIComponent('{"hasEmail":true}')}&sort=createdAt&order=DESC`)
    await settled()
    await page.getByRole('button', { name: 'Darstellung' }).click()
    await page.getByRole('dialog', { name: 'Darstellung' }).getByRole('switch', { name: 'Land' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Land' }).waitFor()
    await page.getByRole('button', { name: 'Ansichten' }).click()
    await page.getByRole('menuitem', { name: 'Als Ansicht speichern' }).click()
    const dialog = page.getByRole('dialog', { name: 'Als Ansicht speichern' })
    await dialog.getByLabel('Name').fill('Neue mit E-Mail')
    await dialog.getByLabel(/Für alle freigeben/).check()
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    const menuButton = page.getByRole('button', { name: /^Neue mit E-Mail/ })
    await menuButton.waitFor()
    const [{ id, ...view }] = (await call('GET', '/saved-views?resource=contacts')).json
    assert.equal(view.isShared, true)
    assert.deepEqual(view.filter, { hasEmail: true })
    assert.deepEqual([view.sort, view.sortOrder], ['createdAt', 'desc'])
    assert.ok(view.columns.includes('country') && !view.columns.includes('street'))

    // Its address is enough, in another browser.
    const other = await administrator()
    await other.go(`/contacts?view=${id}`)
    await other.page.getByRole('columnheader', { name: 'Land' }).waitFor()
    await chipsOf(other)
      .getByRole('button', { name: /E-Mail/ })
      .waitFor()
    await other.settled()
    assert.equal(await other.page.getByRole('columnheader', { name: 'Angelegt' }).count(), 0)
    const newest = (await call('GET', '/contacts?hasEmail=true&sort=createdAt&order=desc&perPage=1')).json[0]
    assert.match((await rowTexts(other))[0]!, new RegExp(newest.lastName))

    // A change is seen, and saved to the view.
    await chipsOf(user).getByRole('button', { name: 'Alle zurücksetzen' }).click()
    await page.getByRole('button', { name: 'Neue mit E-Mail *' }).click()
    await page.getByRole('menuitem', { name: /Änderungen in/ }).click()
    await page.getByRole('button', { name: 'Neue mit E-Mail', exact: true }).waitFor()
    assert.deepEqual((await call('GET', '/saved-views?resource=contacts')).json[0].filter, {})
    // The list itself has kept its columns.
    await openFromMenu(user, 'Kontakte')
    await page.getByRole('button', { name: 'Ansichten' }).waitFor()

    await menuButton.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Ansichten' }).click()
    await page.getByRole('menuitem', { name: 'Neue mit E-Mail' }).click()
    await menuButton.click()
    await page.getByRole('menuitem', { name: 'Ansicht löschen' }).click()
    // The address is opened while the views are still being read again.
    await page.route(/\/saved-views\?/, async (route) => {
      await wait(500)
      await route.continue()
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Ansicht löschen' }).click()
    await menuButton.waitFor({ state: 'detached' })
    assert.deepEqual((await call('GET', '/saved-views?resource=contacts')).json, [])
    await go(`/contacts?view=${id}`)
    await page.getByText('Diese Ansicht gibt es nicht').waitFor()
    await page.getByRole('row').nth(20).waitFor()
  },
)

browserTest('density and columns are chosen with the keyboard, and kept', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await go('/companies')
  await page.getByRole('row').nth(20).waitFor()
  await settled()
  const rowHeight = async () => (await page.getByRole('row').nth(3).boundingBox())!.height
  const compact = await rowHeight()
  const display = page.getByRole('button', { name: 'Darstellung' })
  await display.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Darstellung' })
  await dialog.getByRole('button', { name: 'Komfortabel' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('switch', { name: 'Website' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Website' }).waitFor()
  // A column is moved by the keyboard; the focus stays at its button.
  const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())
  const before = await heads()
  await display.focus()
  await page.keyboard.press('Enter')
  const up = dialog.getByRole('button', { name: 'Website nach oben' })
  await up.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await up.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  // One of the two columns that it passes is hidden.
  const at = before.indexOf('Website')
  const moved = before.toSpliced(at, 1).toSpliced(at - 1, 0, 'Website')
  assert.deepEqual(await heads(), moved)
  assert.ok((await rowHeight()) > compact + 8)
  await page.reload()
  await page.getByRole('columnheader', { name: 'Website' }).waitFor()
  await settled()
  assert.ok((await rowHeight()) > compact + 8)
  // The density is that of all lists.
  await go('/trainers')
  await page.getByRole('row').nth(3).waitFor()
  await settled()
  assert.ok((await rowHeight()) > compact + 8)
})

browserTest('several contacts get a category, after a preview', async ({ administrator }) => {
  const user = await administrator()
  const { page, go, settled, call, create } = user
  const category = await create('/contact-categories', { name: 'Stammkunden' })
  const city = 'Tabellenhausen'
  const addresses = [{ addressTypeId: 1, city, isDefault: true }]
  const people = [
    await create('/contacts', { firstName: 'Ada', lastName: 'Tafel', addresses }),
    await create('/contacts', { firstName: 'Ben', lastName: 'Tafel', addresses, categoryIds: [category.id] }),
  ]
  await go(`/contacts?filter=${encodeURIComponent(JSON.stringify({ city }))}`)
  await page.getByRole('row').nth(2).waitFor()
  await settled()
  for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Bearbeiten …' }).click()
  const dialog = page.getByRole('dialog', { name: '2 Einträge bearbeiten' })
  await dialog.getByLabel('Feld').click()
  await page.getByRole('option', { name: 'Kategorien' }).click()
  await dialog.getByLabel('Neuer Wert').fill('Stammk')
  await page.getByRole('option', { name: 'Stammkunden' }).click()
  await dialog.getByRole('button', { name: 'Vorschau' }).click()
  await dialog.getByText('Wird geändert: 1').waitFor()
  await dialog.getByText('Bleibt gleich: 1').waitFor()
  await dialog
    .getByRole('row', { name: /Ada Tafel/ })
    .getByText('Stammkunden')
    .waitFor()
  const categoriesOf = async (id: number) => (await call('GET', `/contacts/${id}`)).json[0].categoryIds
  assert.deepEqual(await categoriesOf(people[0].id), [])
  await dialog.getByRole('button', { name: '1 Eintrag ändern' }).click()
  await page.getByText('1 Eintrag geändert').waitFor()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(await categoriesOf(people[0].id), [category.id])
  assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0)
})

browserTest('several dates change, and those that cannot are told before', async ({ administrator }) => {
  const user = await administrator()
  const { page, go, settled, call, create } = user
  const { id: eventId } = await create('/events', { title: 'Tabellenkunde' })
  const dates = [
    await create('/dates', { eventId, startDate: '2031-01-01', participantsMin: 3 }),
    await create('/dates', { eventId, startDate: '2031-01-02', participantsMin: 9 }),
  ]
  await go(`/dates?filter=${encodeURIComponent(JSON.stringify({ eventIds: [eventId] }))}`)
  await page.getByRole('row').nth(2).waitFor()
  await settled()
  for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Bearbeiten …' }).click()
  const dialog = page.getByRole('dialog', { name: '2 Einträge bearbeiten' })
  // The value of another field is not taken over.
  await dialog.getByLabel('Feld').click()
  await page.getByRole('option', { name: 'Status' }).click()
  await dialog.getByLabel('Neuer Wert').click()
  await page.getByRole('option', { name: 'bestätigt' }).click()
  await dialog.getByLabel('Feld').click()
  await page.getByRole('option', { name: 'Teilnehmende höchstens' }).click()
  assert.equal(await dialog.getByLabel('Neuer Wert').inputValue(), '')
  await dialog.getByLabel('Neuer Wert').fill('5')
  await dialog.getByRole('button', { name: 'Vorschau' }).click()
  await dialog.getByText('Nicht möglich: 1').waitFor()
  const rejected = await dialog.getByRole('row').first().innerText()
  assert.match(rejected, /Tabellenkunde, 02\.01\.2031/)
  assert.match(rejected, /Teilnehmende mindestens: darf nicht über der Höchstzahl liegen/)
  await dialog.getByRole('button', { name: '1 Eintrag ändern' }).click()
  await page.getByText('1 Eintrag geändert').waitFor()
  assert.equal((await call('GET', `/dates/${dates[0].id}`)).json[0].participantsMax, 5)
})

browserTest(
  'the board of leads keeps its heads, and links closed leads of all times',
  async ({ administrator }) => {
    const user = await administrator()
    const { page, go, settled } = user
    await page.setViewportSize({ width: 1440, height: 700 })
    await go('/leads')
    await page.locator('[data-lead]').first().waitFor()
    await settled()
    const head = page.getByRole('heading', { level: 2 }).first()
    const before = await head.boundingBox()
    await page.locator('section').first().locator('[data-lead]').last().scrollIntoViewIfNeeded()
    assert.deepEqual(await head.boundingBox(), before)
    await page.getByRole('link', { name: 'Liste: alle gewonnen' }).click()
    await chipsOf(user)
      .getByRole('button', { name: /Status: Gewonnen/ })
      .waitFor()
    await page.getByRole('columnheader', { name: 'Status' }).waitFor()
  },
)
