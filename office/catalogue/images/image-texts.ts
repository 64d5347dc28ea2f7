// The texts of the part with the image. Loaded with it.
import type { imageErrors } from '../../../server/catalogue/images/image.errors.ts'
import { type ErrorTexts, texts } from '../../shell/language/texts.ts'

export const imageTexts = texts({
  de: {
    errors: {
      image: {
        unknownFormat: 'Die Datei ist kein Bild in einem dieser Formate: JPEG, PNG, WebP, AVIF, GIF.',
        damaged: 'Die Datei ist beschädigt oder unvollständig: Das Bild lässt sich nicht bis zum Ende lesen.',
        tooManyPixels: 'Das Bild darf höchstens %{megapixels} Millionen Bildpunkte haben.',
        noOwner: 'Den Datensatz %{id} gibt es nicht.',
        noImage: 'Der Datensatz %{id} hat kein Bild.',
        replaced: 'Das Bild wurde inzwischen ersetzt. Bitte sehen Sie sich zuerst das neue an.',
      } satisfies ErrorTexts<typeof imageErrors>,
    },
    catalogue: {
      image: {
        title: 'Bild',
        altTextEn: 'Alternativtext (Englisch)',
        altTextEnHelp: 'Für englische Seiten. Leer: wie auf Deutsch.',
        altTextHelp: 'Inhalt des Bildes für alle, die es nicht sehen',
        altTextMissing: 'Bitte den Alternativtext eingeben.',
        choose: 'Bild wählen',
        chooseOther: 'Anderes Bild wählen',
        drop: 'oder hierher ziehen: JPEG, PNG, WebP, AVIF oder GIF',
        preview: 'Vorschau: %{name}',
        change: 'Ändern',
        remove: 'Entfernen',
        removeTitle: 'Bild entfernen',
        removeText: 'Websites zeigen das Bild dann nicht mehr.',
        removed: 'Das Bild wurde entfernt.',
        saved: 'Das Bild wurde gespeichert.',
        resizing: 'Die Größen für Websites entstehen gerade.',
      },
    },
  },
  en: {
    errors: {
      image: {
        unknownFormat: 'The file is no image in one of these formats: JPEG, PNG, WebP, AVIF, GIF.',
        damaged: 'The file is damaged or incomplete: the image cannot be read to its end.',
        tooManyPixels: 'The image may have at most %{megapixels} million pixels.',
        noOwner: 'There is no record %{id}.',
        noImage: 'Record %{id} has no image.',
        replaced: 'The image has been replaced meanwhile. Please look at the new one first.',
      } satisfies ErrorTexts<typeof imageErrors>,
    },
    catalogue: {
      image: {
        title: 'Image',
        altTextEn: 'Alternative text (English)',
        altTextEnHelp: 'For pages in English. Empty: as in German.',
        altTextHelp: 'Content of the image, for those who do not see it',
        altTextMissing: 'Please enter the alternative text.',
        choose: 'Choose image',
        chooseOther: 'Choose another image',
        drop: 'or drop it here: JPEG, PNG, WebP, AVIF or GIF',
        preview: 'Preview: %{name}',
        change: 'Change',
        remove: 'Remove',
        removeTitle: 'Remove image',
        removeText: 'Websites no longer show the image then.',
        removed: 'The image has been removed.',
        saved: 'The image has been saved.',
        resizing: 'The sizes for websites are being made.',
      },
    },
  },
})
