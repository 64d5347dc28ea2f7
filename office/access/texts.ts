import { texts } from '../shell/part.ts'

export const accessTexts = texts({
  de: { account: { title: 'Mein Konto' } },
  en: { account: { title: 'My account' } },
})
