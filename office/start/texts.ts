import { texts } from '../shell/part.ts'

export const startTexts = texts({
  de: { start: { title: 'Start', hello: 'Guten Tag, %{name}.' } },
  en: { start: { title: 'Start', hello: 'Hello, %{name}.' } },
})
