// The texts of the part with the visitors who wait for new dates. Loaded with it.
import { texts } from '../../shell/language/texts.ts'

export const dateAlertsTexts = texts({
  de: {
    catalogue: {
      dateAlerts: {
        title: 'Neue Termine per E-Mail',
        count:
          'Ein Besucher erfährt von neuen Terminen. |||| %{smart_count} Besucher erfahren von neuen Terminen.',
        how: 'Sobald ein Termin veröffentlicht ist und gebucht werden kann, bekommen sie eine E-Mail.',
      },
    },
  },
  en: {
    catalogue: {
      dateAlerts: {
        title: 'New dates by e-mail',
        count: 'One visitor is told of new dates. |||| %{smart_count} visitors are told of new dates.',
        how: 'They get an e-mail as soon as a date is published and can be booked.',
      },
    },
  },
})
