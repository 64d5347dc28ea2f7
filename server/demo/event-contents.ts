// The demo's data set: contents of the workshops, online events and in-house events of a topic.

const splitPoints = (workshop: string, online: string, inHouse: string) => ({
  workshop: workshop.split('|'),
  online: online.split('|'),
  inHouse: inHouse.split('|'),
})

/** By topic code. */
export const contents: Readonly<Record<string, ReturnType<typeof splitPoints>>> = {
  PM: splitPoints(
    'Ziele und Abgrenzung des eigenen Projekts schärfen|Strukturplan an der Wand entwickeln|Aufwände in der Gruppe schätzen|Terminplan mit Meilensteinen und Puffern',
    'Projektauftrag auf einer Seite|Arbeitspakete und Meilensteine|Risiken in zwanzig Minuten erfassen|Statusbericht mit Ampel',
    'Bestandsaufnahme: Wie laufen Projekte heute?|Rollen und Entscheidungswege festlegen|Gemeinsame Vorlagen und Berichte|Schulung der Projektleitungen und Begleitung der ersten Projekte',
  ),
  AG: splitPoints(
    'Arbeitsarten und Quellen der Arbeit erfassen|Spalten, Limits und Regeln des Boards|Tägliche Abstimmung am Board|Durchlaufzeit messen und besprechen',
    'Fünf Phasen einer Retrospektive|Sieben Formate im Vergleich|Digitale Whiteboards vorbereiten|Maßnahmen vereinbaren, die umgesetzt werden',
    'Auswahl des Pilotteams und des Vorhabens|Schulung von Team und Führung|Begleitung der ersten drei Sprints|Auswertung und Entscheidung über die Ausweitung',
  ),
  PZ: splitPoints(
    'Auswahl eines lohnenden Ablaufs|Aufnahme mit den Beteiligten|Schwachstellen, Ursachen, Kosten|Soll-Ablauf und Umsetzungsplan',
    'Aufbau der Norm und prozessorientierter Ansatz|Kontext der Organisation und interessierte Parteien|Risiken und Chancen|Interne Audits und Managementbewertung',
    'Auditprogramm und Auditplan für Ihr Haus|Fragetechnik und Gesprächsführung|Begleitete Audits in zwei Abteilungen|Feststellungen und Bericht schreiben',
  ),
  ZM: splitPoints(
    'Postfach auf null: sortieren, löschen, archivieren|Regeln und Kategorien einrichten|Eine Ablage, die alle verstehen|Aufgabenliste und Wiedervorlage',
    'Impuls 1: Arbeitsplatz und Rituale|Impuls 2: Ungestörte Zeiten verabreden|Impuls 3: Videokonferenzen dosieren|Impuls 4: Feierabend finden',
    'Besprechungslandkarte des Teams|Welche Termine entfallen können|Rollen: Moderation, Zeit, Protokoll|Spielregeln und Prüfung nach acht Wochen',
  ),
  FK: splitPoints(
    'Vorbereitung und Gesprächsleitfaden|Zielvereinbarung: eindeutig und erreichbar|Kritik äußern, ohne zu verletzen|Rückkehrgespräch nach längerer Abwesenheit',
    'Vertrauen auf Distanz aufbauen|Regeln für Erreichbarkeit|Ergebnisse statt Anwesenheit|Teamgefühl im hybriden Alltag',
    'Selbstbild der Führungsmannschaft|Werte in beobachtbares Verhalten übersetzen|Kollegiale Beratung in festen Gruppen|Rückmeldung aus den Teams auswerten',
  ),
  KO: splitPoints(
    'Begrüßung und erster Eindruck|Ärger anhören und Anliegen erfassen|Lösungen anbieten und Zusagen einhalten|Schwierige Anrufe beenden',
    'Betreff und erster Satz|Floskeln erkennen und ersetzen|Schlechte Nachrichten freundlich schreiben|Gendergerecht und trotzdem lesbar',
    'Beobachtung am Arbeitsplatz|Gemeinsame Standards für Telefon, Tresen und Chat|Gesprächsleitfäden entwickeln|Transfer mit Lernpartnerschaften',
  ),
  KF: splitPoints(
    'Eigene Fälle einbringen und verdichten|Gesprächseröffnung unter Spannung|Vorwürfe in Anliegen übersetzen|Auswertung mit der Schauspielerin',
    'Warum Menschen laut werden|Stimme, Tempo, Wortwahl|Grenzen setzen bei Beleidigungen|Nach dem Gespräch: Entlastung',
    'Auftragsklärung mit der Leitung|Vertrauliche Einzelgespräche|Moderierte Klärung im Team|Vereinbarungen und Nachtreffen',
  ),
  MP: splitPoints(
    'Stift, Schrift und Seitenaufbau|Bildvokabeln für Menschen, Prozesse, Ziele|Plakate aus eigenen Themen|Live mitzeichnen in Besprechungen',
    'Technik und Räume vorbereiten|Beteiligung alle zehn Minuten|Umfragen, Kleingruppen, Whiteboard|Wenn die Technik streikt',
    'Lernziele und Lernschritte|Methoden für Wissen und Können|Unterlagen, die man wieder aufschlägt|Lehrprobe mit Rückmeldung',
  ),
  AR: splitPoints(
    'Abmahnung: Tatbestand, Rüge, Warnung|Verhaltensbedingte Kündigung|Krankheitsbedingte Kündigung|Anhörung des Betriebsrats und Klagefrist',
    'Pflicht zur Erfassung der Arbeitszeit|Höchstarbeitszeit und Ruhezeiten|Vereinbarungen zu Homeoffice und mobiler Arbeit|Mitbestimmung und Datenschutz',
    'Direktionsrecht und seine Grenzen|Urlaub, Krankheit, Überstunden in Ihrem Betrieb|Ihre Betriebsvereinbarungen in der Anwendung|Wann die Personalabteilung einzubeziehen ist',
  ),
  DS: splitPoints(
    'Verarbeitungen finden und abgrenzen|Zweck, Rechtsgrundlage, Empfänger, Fristen|Technische Maßnahmen beschreiben|Verzeichnis aktuell halten',
    'Was eine Verletzung des Schutzes ist|Risiko bewerten|Meldung an die Aufsichtsbehörde|Benachrichtigung der Betroffenen und Dokumentation',
    'Was sind personenbezogene Daten bei uns?|Sicherer Umgang mit E-Mail und Papier|Anfragen Betroffener erkennen|Verhalten bei einer Panne, mit Lernkontrolle',
  ),
  VE: splitPoints(
    'Verhandlungsziele und Alternativen|Preisstruktur des Lieferanten verstehen|Taktiken erkennen und kontern|Ergebnis sichern',
    'Sorgfaltspflichten im Überblick|Risiken nach Land und Warengruppe|Maßnahmen gegenüber Zulieferern|Dokumentation und Berichte',
    'Schwellenwerte und Verfahrensarten|Leistungsbeschreibung und Eignung|Wertung der Angebote|Vergabevermerk und Rechtsschutz',
  ),
  CO: splitPoints(
    'Eingang eines Hinweises und erste Bewertung|Untersuchungsplan und Beweissicherung|Befragungen führen|Bericht und Folgemaßnahmen',
    'Anwendungsbereich und Schwellenwerte|Interne Meldestelle einrichten|Fristen: Eingangsbestätigung und Rückmeldung|Schutz vor Repressalien',
    'Ihre Regeln auf dem Prüfstand|Fälle aus Ihrem Arbeitsalltag|Schulung der Führungskräfte|Kurzformat für alle Beschäftigten',
  ),
  BH: splitPoints(
    'Bewirtung, Geschenke, Reisekosten|Anlagenabgang und Zuschreibung|Rechnungen aus dem Ausland|Anzahlungen und Teilrechnungen',
    'Pflichtangaben einer Rechnung|Formate der E-Rechnung|Empfang, Prüfung und Archivierung|Umsatzsteuer bei grenzüberschreitenden Leistungen',
    'Vom Rechnungseingang zur Zahlung|Freigaben und Vertretungen|Mahnwesen ohne Kundenverlust|Offene Posten klären',
  ),
  CT: splitPoints(
    'Einzel- und Gemeinkosten verteilen|Zuschlagssätze ermitteln|Maschinenstundensatz|Preisuntergrenze und Zusatzauftrag',
    'Berichtsempfänger und ihre Fragen|Kennzahlen auswählen|Einheitliche Gestaltung von Tabellen und Diagrammen|Kommentare, die handeln helfen',
    'Zahlungsströme erfassen|Planung über dreizehn Wochen|Frühwarnzeichen und Maßnahmen|Bankgespräch vorbereiten',
  ),
  VT: splitPoints(
    'Zielkunden und Anlass|Die ersten zwanzig Sekunden|Einwände am Telefon|Termin vereinbaren und nachfassen',
    'Aufbau eines Angebots|Nutzen für den Entscheider|Preis im richtigen Zusammenhang|Nachfassen mit Plan',
    'Vorgespräch und Beobachtungsbogen|Gemeinsame Kundenbesuche|Auswertung noch am selben Tag|Entwicklungsplan je Person',
  ),
  OM: splitPoints(
    'Lesen am Bildschirm|Überschriften und Teaser|Produktseiten, die Fragen beantworten|Eigene Texte überarbeiten',
    'Einwilligung und Nachweis|Verteiler aufbauen und Segmente bilden|Betreffzeile, Inhalt, Handlungsaufruf|Kennzahlen und Abmeldungen',
    'Ziele und Kanäle für Ihr Haus|Themenplan und Zuständigkeiten|Tonalität und Umgang mit Kommentaren|Krisenfall üben',
  ),
  EX: splitPoints(
    'Ihre Dateien: Fragen sammeln und ordnen|Fehlersuche in gewachsenen Mappen|Formeln vereinfachen|Lösungen dokumentieren',
    'Daten für Pivot vorbereiten|Zeilen, Spalten, Werte, Filter|Gruppieren nach Monat und Quartal|Datenschnitte und Diagramme',
    'Makros aufzeichnen und anpassen|Abfragen für wiederkehrende Importe|Monatsbericht auf Knopfdruck|Regeln für Wartung und Übergabe',
  ),
  IS: splitPoints(
    'Lage erfassen: Was wissen wir, was nicht?|Krisenstab: Rollen und Takt|Kommunikation nach innen und außen|Wiederanlauf und Auswertung',
    'Wer betroffen ist|Pflichten der Geschäftsleitung|Risikomanagement und Meldewege|Fahrplan für zwölf Monate',
    'Ausgangsmessung mit simulierten Phishing-Mails|Kurze Lerneinheiten|Poster, Intranet, Sprechstunde|Zweite Messung und Bericht',
  ),
  DA: splitPoints(
    'Tabellen und Schlüssel|SELECT, WHERE, ORDER BY|JOIN über mehrere Tabellen|GROUP BY und Unterabfragen',
    'Arbeitsumgebung und erste Schritte|Dateien einlesen mit pandas|Bereinigen, filtern, gruppieren|Diagramme erstellen',
    'Erhebung der vorhandenen Kenntnisse|Lernpfad für drei Rollen|Übungen mit Ihren eigenen Daten|Sprechstunden und Erfolgskontrolle',
  ),
  KI: splitPoints(
    'Aufgaben auswählen, die sich eignen|Anweisungen mit Rolle, Ziel, Kontext, Form|Beispiele geben und verfeinern|Sammlung für das eigene Team',
    'Anwendungsbereich und Begriffe|Verbotene Praktiken und hohes Risiko|Transparenzpflichten|KI-Kompetenz nach Artikel 4',
    'Bestandsaufnahme der genutzten Werkzeuge|Erlaubt, erlaubt mit Auflagen, nicht erlaubt|Datenschutz und Geschäftsgeheimnisse|Verabschiedung und Schulung',
  ),
  AS: splitPoints(
    'Rechtliche Pflicht und Nachweis|Methoden statt Folien|Umgang mit Sprachbarrieren|Eigene Unterweisung halten',
    'Bildschirm, Stuhl, Tisch, Licht|Haltung wechseln und Pausen|Arbeiten zu Hause|Selbstcheck mit Prüfliste',
    'Begehung Ihrer Arbeitsplätze|Gefährdungen nach Tätigkeit|Schutzmaßnahmen und Betriebsanweisungen|Lernkontrolle und Nachweis',
  ),
  BS: splitPoints(
    'Ziele und Drehbuch der Übung|Aufgaben der Räumungshelfer|Durchführung mit Beobachtern|Bericht und Maßnahmen',
    'Aufbau nach DIN 14096|Teil A: Aushang|Teil B: Beschäftigte|Teil C: besondere Aufgaben',
    'Notruf und Absichern|Wiederbelebung und Defibrillator|Blutungen, Verbrennungen, Knochenbrüche|Gefährdungen in Ihrem Betrieb',
  ),
  PF: splitPoints(
    'Wahrnehmung der eigenen Bewegung|Bewegungsgrundmuster|Transfers mit wenig Kraft|Hilfsmittel sinnvoll einsetzen',
    'Formen und Verlauf der Demenz|Validation und Biografiearbeit|Herausforderndes Verhalten verstehen|Angehörige einbeziehen',
    'Rolle und rechtlicher Rahmen der Praxisanleitung|Lernaufgaben planen|Rückmeldung und Beurteilung|Generationen und Kulturen in der Ausbildung',
  ),
  BG: splitPoints(
    'Zusammensetzung und Auftrag|Ablauf der sechs Treffen|Probleme sammeln und gewichten|Vorschläge für den Steuerkreis',
    'Biologischer Rhythmus und Schlaf|Essen und Trinken in der Nacht|Erholung zwischen den Schichten|Empfehlungen für die Schichtplanung',
    'Ziele und Zielgruppen|Programm: Checks, Vorträge, Mitmachen|Partner und Krankenkassen einbinden|Auswertung und nächste Schritte',
  ),
}
