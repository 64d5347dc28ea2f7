// The hints of the sections of an event's form.
import { texts } from '../../shell/language/texts.ts'

export const hintTexts = texts({
  de: {
    catalogue: {
      hint: {
        prices:
          'Brutto wird aus Netto berechnet und umgekehrt. Die Website zeigt die Preise in dieser Reihenfolge.',
        discounts: 'Text für die Website, zum Beispiel „ab 3 Personen 10 %“.',
        groupDiscountSteps:
          'Gilt, wenn ein Besucher auf der Website in einer Buchung mindestens so viele Plätze bucht, für jeden Platz. Es zählt die höchste erreichte Stufe.',
        questions:
          'Besucher beantworten sie im Buchungsformular: einmal je Anmeldung, die Antworten stehen auf deren Seite; oder für jede Person, die Antworten stehen bei der Buchung und in der exportierten Teilnehmerliste. Ein Kästchen, das Pflicht ist, muss angekreuzt werden. Verpflegung und Barrierefreiheit haben eigene Felder.',
        visitorChanges:
          'Änderungen, die Besucher auf der Seite ihrer Buchung selbst vornehmen. Der Widerruf gilt immer; die Gebühr einer Stornierung nennen die Stornobedingungen. Eine Buchung, die per E-Mail zu bestätigen ist, hält ihre Plätze eine Stunde.',
        vat: 'Steht bei Preisen dieser Veranstaltung, wenn ihr Steuersatz 0 % ist, zum Beispiel „steuerfrei nach § 4 Nr. 22 UStG“. Leer: der Grund aus den Einstellungen der Seiten.',
        withdrawal:
          'Nur ausfüllen, wenn Privatpersonen Buchungen dieser Veranstaltung nicht widerrufen können (§ 312g Abs. 2 BGB). Der Grund steht vor dem Buchen neben den Stornobedingungen.',
        certificate:
          'Teilnehmende bekommen eine Bescheinigung, wenn sie mindestens diesen Anteil der Stunden anwesend waren; 0: ein Halbtag genügt. Zeilen, die mit - beginnen, sind Punkte. Ohne Text stehen die Ziele der Veranstaltung auf der Bescheinigung.',
        cancellation:
          'Bis zu so vielen Tagen vor dem Beginn kostet eine Stornierung diesen Anteil; danach gilt die Zeile mit weniger Tagen.',
        package: 'Leistungen, die in der Tagungspauschale enthalten sind.',
        tags: 'Schlagwörter, nach denen die Website filtert.',
        misc: 'Zehn freie Felder, deren Bedeutung die Website festlegt.',
        ebg: 'Felder der EBG-Vorlagen mit Beschreibung, Wert und Vorgabe.',
        files: 'Öffentliche Dateien sieht jeder, die übrigen nur Teilnehmende oder nur Mitarbeitende.',
        pdfs: 'Links zu erzeugten PDFs.',
      },
    },
  },
  en: {
    catalogue: {
      hint: {
        prices: 'Gross is computed from net and vice versa. The website shows the prices in this order.',
        discounts: 'Text for the website, for example “10 % for 3 people or more”.',
        groupDiscountSteps:
          'Applies to each seat if a visitor of the website books at least so many seats in one order. The highest step that is reached counts.',
        questions:
          'Visitors answer them in the booking form: once for an order, with the answers on its page; or for each participant, with the answers at the booking and in the exported list of participants. A checkbox that is required has to be ticked. Diet and accessibility have fields of their own.',
        visitorChanges:
          'Changes that visitors make by themselves on the page of their booking. Withdrawal always holds; the terms of cancellation state the fee of cancelling. A booking that is confirmed by mail holds its seats for an hour.',
        vat: 'Beside the prices of this event with a rate of 0%, such as “exempt from VAT (§ 4 no. 22 UStG)”. Empty: the reason of the settings of the pages.',
        withdrawal:
          'Fill in only if private persons cannot withdraw from bookings of this event (§ 312g (2) BGB). The reason is shown before booking, beside the terms of cancellation.',
        certificate:
          'Participants who attended at least this share of the hours get a certificate; 0: a half day is enough. Lines that begin with - are points. Without a text, the certificate has the objectives of the event.',
        cancellation:
          'Until so many days before the start, cancelling costs this share; after that, the row with fewer days applies.',
        package: 'The items of the conference package.',
        tags: 'Tags that the website filters by.',
        misc: 'Ten free fields; the website defines their meaning.',
        ebg: 'Fields of the EBG templates with description, value and default.',
        files: 'Everyone sees public files; the others are for participants or for staff only.',
        pdfs: 'Links to generated PDFs.',
      },
    },
  },
})
