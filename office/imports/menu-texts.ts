import { texts } from '../shell/language/texts.ts'

/** What other pages show of imports: the menu, and the name of the resource. */
export const importsMenuTexts = texts({
  de: { imports: { menu: 'Importe' }, resources: { imports: { name: 'Import |||| Importe' } } },
  en: { imports: { menu: 'Imports' }, resources: { imports: { name: 'Import |||| Imports' } } },
})
