// Roles: made with the keyboard, given to a user, and what the user is offered then.
import assert from 'node:assert/strict'
import { browserTest } from './office.ts'

browserTest(
  'a role is made with the keyboard and given to a user, who is offered what it allows',
  async ({ administrator, visitor }) => {
    const admin = await administrator()
    const { page, go, call, settled } = admin
    const name = `Redaktion ${Date.now()}`
    await go('/roles')
    await page.getByRole('cell', { name: 'Schulungsbüro' }).waitFor()
    await go('/roles/create')
    await page.getByLabel(/^Name/).fill(name)
    for (const right of ['Buchungen sehen', 'Angebot bearbeiten']) {
      await page.getByRole('checkbox', { name: new RegExp(`^${right}`) }).focus()
      await page.keyboard.press('Space')
    }
    // A right that includes others ticks them.
    const part = page.getByRole('checkbox', { name: /^Leads sehen/ })
    await page.getByRole('checkbox', { name: /^Leads Sehen, anlegen/ }).focus()
    await page.keyboard.press('Space')
    assert.equal(await part.isDisabled(), true)
    await page.keyboard.press('Space')
    assert.equal(await part.isDisabled(), false)
    await page.getByRole('button', { name: 'Speichern' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name }).waitFor()
    const [role] = (await call('GET', `/roles?q=${encodeURIComponent(name)}`)).json
    assert.deepEqual(role.rights, ['booking:access', 'catalogue:edit'])

    const [{ defaultClientId }] = (await call('GET', '/session')).json
    const user = (await admin.create('/users', {
      name: 'Rita Redaktion',
      email: `rita${Date.now()}@kontor.example`,
      clientIds: [defaultClientId],
    })) as { id: number; link: string }
    await go(`/users/${user.id}`)
    await page.getByRole('combobox', { name: 'Rollen' }).fill(name)
    // Only the role that matches is left. Before the list opens, no role is there.
    await page.getByRole('option', { name }).waitFor()
    await page.getByRole('option', { name: 'Vertrieb' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await settled()
    assert.deepEqual((await call('GET', `/users/${user.id}`)).json[0].roleIds, [role.id])

    const [event] = (await call('GET', '/events?perPage=1&isPublished=true')).json
    const rita = await visitor()
    await rita.page.goto(user.link.slice(user.link.indexOf('/office')))
    await rita.page.getByLabel(/^Neues Passwort(?! wiederholen)/).fill('lang genug 42')
    await rita.page.getByLabel('Neues Passwort wiederholen').fill('lang genug 42')
    await rita.page.getByRole('button', { name: 'Festlegen und anmelden' }).click()
    const menu = rita.page.getByRole('navigation', { name: 'Hauptmenü' })
    for (const shown of ['Termine', 'Buchungen'])
      await menu.getByRole('menuitem', { name: shown, exact: true }).waitFor()
    for (const hidden of ['Kontakte', 'Firmen', 'Leads', 'Aufgaben', 'Rollen', 'Benutzer', 'Einstellungen'])
      assert.equal(await menu.getByRole('menuitem', { name: hidden, exact: true }).count(), 0, hidden)
    // Editing is offered, publishing and exporting are not.
    await rita.go(`/events/${event.id}`)
    const main = rita.page.getByRole('main')
    await main.getByRole('button', { name: 'Kopieren' }).waitFor()
    assert.equal(await main.getByRole('button', { name: 'Von der Website nehmen' }).count(), 0)
    await rita.go('/bookings')
    await rita.settled()
    assert.equal(await main.getByRole('button', { name: /Export/ }).count(), 0)
    assert.equal(await main.getByRole('button', { name: 'Buchen' }).count(), 0)
    for (const path of ['/contacts', '/roles', '/settings', '/website-keys']) {
      await rita.go(path)
      await rita.page.getByRole('heading', { name: 'Kein Zugriff', level: 2 }).waitFor()
    }

    // Another right of the role is there with the next page.
    const current = (await call('GET', `/roles/${role.id}`)).json[0]
    const changed = await call('PATCH', `/roles/${role.id}`, {
      version: current.version,
      rights: ['catalogue:edit', 'catalogue:publish'],
    })
    assert.equal(changed.status, 200, JSON.stringify(changed.json))
    assert.equal((await rita.call('GET', '/bookings')).status, 403)
    await rita.page.reload()
    await rita.go(`/events/${event.id}`)
    await main.getByRole('button', { name: 'Von der Website nehmen' }).waitFor()
    assert.equal(await menu.getByRole('menuitem', { name: 'Buchungen', exact: true }).count(), 0)
  },
)
