// Codes, addresses of the interface and JSON are there for those who need them, and in nobody's way.
import { browserTest } from './office.ts'

browserTest('technical things are behind Technical details', async (open) => {
  const { page, go, call } = await open.administrator()
  const [user] = (await call('GET', '/users?perPage=100')).json.filter(
    ({ isAdmin, rights }: { isAdmin: boolean; rights: string[] }) => !isAdmin && rights.includes('task'),
  )
  const [form] = (await call('GET', '/newsletter-forms?perPage=1')).json
  const [event] = (await call('GET', '/events?perPage=1')).json
  const main = page.getByRole('main')

  await go('/users')
  await main
    .getByRole('cell', { name: /Aufgaben und E-Mails/ })
    .first()
    .waitFor()
  await main.getByText(/\b(090300|lead:access)\b/).waitFor({ state: 'hidden' })

  for (const [path, shown, technical, folds] of [
    [`/users/${user.id}`, 'Rechnungsbestätigungen', '100400', 1],
    ['/tokens/create', 'Alle Aufrufe', 'GET /contacts/{contactId}', 1],
    [`/newsletter-forms/${form.id}`, 'Verlauf', /curl -X POST/, 1],
    [`/events/${event.id}`, 'Verlauf', /"event_id"/, 2],
  ] as const) {
    await go(path)
    await main.getByText(shown).first().waitFor()
    if (folds > 1) await main.getByText('Ansicht der Website').click()
    const summary = main.locator('summary', { hasText: 'Technische Angaben' })
    await summary.waitFor()
    await main.getByText(technical).first().waitFor({ state: 'hidden' })
    await summary.focus()
    await page.keyboard.press('Enter')
    await main.getByText(technical).first().waitFor()
  }
})
