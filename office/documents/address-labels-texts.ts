import { texts } from '../shell/language/texts.ts'

export const addressLabelsTexts = texts({
  de: {
    documents: {
      addressLabels: {
        title: 'Adressetiketten',
        help: 'Gedruckt wird die Standardadresse der markierten Kontakte, in der Schreibweise ihres Landes.',
        print: 'Herunterladen',
      },
    },
  },
  en: {
    documents: {
      addressLabels: {
        title: 'Address labels',
        help: 'The default addresses of the selected contacts are printed, as their country writes them.',
        print: 'Download',
      },
    },
  },
})
