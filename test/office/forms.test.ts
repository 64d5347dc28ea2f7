import assert from 'node:assert/strict'
import { browserTest } from './office.ts'

browserTest('an error of a field that the form does not have is shown', async ({ administrator }) => {
  const { page, go } = await administrator()
  const details = [{ field: 'other', code: 'maxLength', params: { max: 5 }, message: 'too long' }]
  await page.route('**/office/api/settings', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 400,
          json: { error: 'Bad Request', code: 'invalid', message: 'invalid', details },
        }),
  )
  await go('/settings')
  const field = page.locator('main').getByRole('textbox').first()
  await field.fill(`${await field.inputValue()} Süd`)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('alert').getByText('darf höchstens 5 Zeichen haben').waitFor()
})

browserTest('the change log is filtered by records with a name, each once', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await go('/changes')
  await settled()
  await page.getByRole('combobox', { name: 'Art des Datensatzes' }).click()
  const [, ...names] = await page.getByRole('option').allTextContents()
  assert.ok(['Kontakt', 'Termin', 'Lead', 'Token'].every((name) => names.includes(name)))
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(
    names.filter((name) => /^[a-z_-]*$/.test(name)),
    [],
  )
})
