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
