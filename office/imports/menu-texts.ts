import { texts } from '../shell/language/texts.ts'

/** The menu and the name of the resource, which other pages show. */
export const importsMenuTexts = texts({
  de: { imports: { menu: 'Importe' }, resources: { imports: { name: 'Import |||| Importe' } } },
  en: { imports: { menu: 'Imports' }, resources: { imports: { name: 'Import |||| Imports' } } },
})
