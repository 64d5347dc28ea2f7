// The demo's data set: the topics. Each has five events: basics, advanced, workshop, online, in-house.

/** Title and teaser of an event. */
type Offer = readonly [title: string, teaser: string]

export type Topic = {
  code: string
  area: string
  name: string
  /** In this order: basics, advanced, workshop, online, in-house. */
  offers: readonly [Offer, Offer, Offer, Offer, Offer]
  why: string
  basics: readonly string[]
  advanced: readonly string[]
  practice: readonly string[]
  /** Continue "Nach dem Seminar …": the first two for the basics, the last two for the advanced event. */
  goals: readonly [string, string, string, string]
  audience: string
  experts: string
  occupation: string
  /** Net price of a day in whole euros. */
  dayPrice: number
  /** Exempt from value added tax. */
  taxFree: boolean
}

export const areas = [
  [
    'Projekte und Organisation',
    '#1f6f8b',
    'fa-diagram-project',
    'Vom ersten Auftrag bis zum sauberen Abschluss: Methoden, die im Alltag tragen.',
  ],
  [
    'Führung und Zusammenarbeit',
    '#8b3a62',
    'fa-people-group',
    'Gespräche, Teams und Entscheidungen – für alle, die Verantwortung übernehmen.',
  ],
  [
    'Recht und Compliance',
    '#5b5b8c',
    'fa-scale-balanced',
    'Rechtssicher handeln: verständlich erklärt und auf dem Stand der Rechtsprechung.',
  ],
  [
    'Finanzen und Vertrieb',
    '#3c7a3c',
    'fa-chart-line',
    'Zahlen verstehen, Kunden gewinnen, Ergebnisse steuern.',
  ],
  ['IT und Digitales', '#c2641c', 'fa-laptop-code', 'Werkzeuge beherrschen, Daten nutzen, Systeme schützen.'],
  [
    'Gesundheit, Pflege und Sicherheit',
    '#a83232',
    'fa-heart-pulse',
    'Menschen schützen und fachgerecht versorgen – mit anerkannten Nachweisen.',
  ],
] as const

export const topics: readonly Topic[] = [
  {
    code: 'PM',
    area: 'Projekte und Organisation',
    name: 'Projektmanagement',
    offers: [
      [
        'Projektmanagement: Grundlagen für den sicheren Start',
        'Vom Projektauftrag bis zum Abschlussbericht: das Handwerkszeug für Ihr erstes eigenes Projekt.',
      ],
      [
        'Projektmanagement für Fortgeschrittene: Multiprojekte und Krisen steuern',
        'Wenn Ressourcen fehlen und Termine wackeln: Projekte im Portfolio priorisieren und wieder auf Kurs bringen.',
      ],
      [
        'Praxiswerkstatt Projektplanung',
        'Bringen Sie Ihr eigenes Projekt mit und gehen Sie mit einem belastbaren Plan nach Hause.',
      ],
      [
        'Projektmanagement kompakt online',
        'Die wichtigsten Methoden in zwei Vormittagen – live am Bildschirm, mit Vorlagen für den nächsten Tag.',
      ],
      [
        'Projektkultur im Unternehmen verankern',
        'Einheitliche Rollen, Vorlagen und Berichte: Wir entwickeln Ihren Projektstandard gemeinsam mit Ihren Teams.',
      ],
    ],
    why: 'Viele Projekte scheitern nicht an der Technik, sondern an unklaren Zielen und fehlender Abstimmung. Wer Auftrag, Umfang und Rollen früh klärt, spart später Zeit, Geld und Nerven.',
    basics: [
      'Projektauftrag klären und Ziele messbar formulieren',
      'Stakeholder erkennen und einbinden',
      'Projektstrukturplan und Arbeitspakete',
      'Ablauf- und Terminplanung mit Meilensteinen',
      'Aufwand schätzen und Budget aufstellen',
      'Statusbericht und Projektabschluss',
    ],
    advanced: [
      'Projektportfolio priorisieren und Ressourcenkonflikte lösen',
      'Earned-Value-Analyse und Trendanalyse der Meilensteine',
      'Nachforderungen und Änderungen steuern',
      'Risiken quantifizieren und absichern',
      'Sanierung von Projekten in Schieflage',
      'Lenkungsausschuss: Entscheidungen vorbereiten',
    ],
    practice: [
      'Ein Strukturplan an der Wand: vom Ziel zu den Arbeitspaketen',
      'Schätzklausur im Team',
      'Kritischer Pfad am eigenen Terminplan',
      'Rollenspiel: Das schwierige Auftraggebergespräch',
    ],
    goals: [
      'klären Sie einen Projektauftrag so, dass Umfang und Grenzen feststehen',
      'planen Sie Termine, Aufwand und Budget nachvollziehbar',
      'erkennen Sie Abweichungen früh und steuern wirksam gegen',
      'vertreten Sie Ihr Projekt sicher vor Entscheidern',
    ],
    audience: 'Mitarbeitende, die erstmals ein Projekt leiten oder in einem Projekt mitarbeiten',
    experts: 'Projektleiterinnen und Projektleiter mit mindestens zwei abgeschlossenen Projekten',
    occupation: 'Projektleitung',
    dayPrice: 490,
    taxFree: false,
  },
  {
    code: 'AG',
    area: 'Projekte und Organisation',
    name: 'Agiles Arbeiten',
    offers: [
      [
        'Agiles Arbeiten verstehen: Scrum und Kanban im Überblick',
        'Rollen, Ereignisse und Artefakte – und woran Sie erkennen, ob agil zu Ihrer Aufgabe passt.',
      ],
      [
        'Product Owner und Scrum Master: Rollen mit Wirkung',
        'Backlog führen, Hindernisse beseitigen, Wert liefern: für Teams, die schon in Sprints arbeiten.',
      ],
      [
        'Kanban-Praxistag: Arbeit sichtbar machen',
        'Ein Tag, ein Board, weniger Baustellen: Sie bauen das Kanban-System für Ihr Team.',
      ],
      [
        'Retrospektiven online wirksam gestalten',
        'Sieben Formate für verteilte Teams, sofort erprobt am digitalen Whiteboard.',
      ],
      [
        'Agile Transformation: Pilotteams erfolgreich begleiten',
        'Wir schulen Ihr Pilotteam und begleiten die ersten drei Sprints vor Ort.',
      ],
    ],
    why: 'Wo sich Anforderungen laufend ändern, führen starre Pläne in die Irre. Kurze Zyklen und ehrliches Feedback helfen, das Richtige zuerst zu bauen.',
    basics: [
      'Werte und Prinzipien des agilen Manifests',
      'Scrum nach dem Scrum Guide: Verantwortlichkeiten, Ereignisse, Artefakte',
      'User Storys schreiben und schneiden',
      'Schätzen mit Planning Poker',
      'Kanban: Fluss, Limits und Pull-Prinzip',
      'Klassisch, agil oder hybrid – Entscheidungshilfen',
    ],
    advanced: [
      'Produktvision und Produktziel',
      'Backlog nach Wert, Risiko und Kosten der Verzögerung ordnen',
      'Metriken: Durchlaufzeit, Durchsatz, Arbeit in Bearbeitung',
      'Umgang mit Hindernissen außerhalb des Teams',
      'Skalierung mit mehreren Teams an einem Produkt',
      'Festpreis und agil: Vertragsmodelle',
    ],
    practice: [
      'Simulation: drei Sprints an einem Nachmittag',
      'Das eigene Kanban-Board entwerfen',
      'Definition of Done für das eigene Team formulieren',
      'Retrospektive mit dem Segelboot-Format',
    ],
    goals: [
      'erklären Sie Scrum und Kanban in eigenen Worten',
      'wählen Sie für Ihre Aufgabe das passende Vorgehen',
      'führen Sie ein Product Backlog, das dem Team Orientierung gibt',
      'verbessern Sie den Arbeitsfluss anhand von Messwerten',
    ],
    audience: 'Teammitglieder, Fachbereiche und Führungskräfte, die agile Methoden kennenlernen möchten',
    experts: 'Product Owner, Scrum Master und Teamleitungen mit erster Sprint-Erfahrung',
    occupation: 'Produktentwicklung',
    dayPrice: 520,
    taxFree: false,
  },
  {
    code: 'PZ',
    area: 'Projekte und Organisation',
    name: 'Prozessmanagement',
    offers: [
      [
        'Prozesse aufnehmen und verbessern: Einführung in BPMN 2.0',
        'Abläufe so zeichnen, dass alle dasselbe verstehen – Grundlage für jede Verbesserung.',
      ],
      [
        'Lean Management für Büro und Verwaltung',
        'Verschwendung finden, Durchlaufzeiten halbieren: Lean-Methoden jenseits der Werkhalle.',
      ],
      [
        'Prozesswerkstatt: Vom Ist zum Soll in zwei Tagen',
        'An echten Abläufen aus Ihrem Haus: aufnehmen, bewerten, neu gestalten.',
      ],
      [
        'Qualitätsmanagement nach ISO 9001 online verstehen',
        'Kapitel für Kapitel durch die Norm – ohne Normendeutsch und mit vielen Beispielen.',
      ],
      [
        'Interne Auditorinnen und Auditoren im eigenen Haus ausbilden',
        'Audit planen, Fragen stellen, Feststellungen schreiben: Ausbildung an Ihren eigenen Prozessen.',
      ],
    ],
    why: 'Doppelte Eingaben, Rückfragen und Wartezeiten kosten mehr als jede einzelne Maschine. Gute Prozesse sind beschrieben, gemessen und von den Beteiligten getragen.',
    basics: [
      'Prozesslandkarte: Führungs-, Kern- und Unterstützungsprozesse',
      'Interviewtechnik für die Prozessaufnahme',
      'BPMN 2.0: Ereignisse, Aufgaben, Gateways, Lanes',
      'Schnittstellen und Verantwortliche festlegen',
      'Kennzahlen für Zeit, Kosten und Qualität',
      'Dokumentation, die gelesen wird',
    ],
    advanced: [
      'Wertstromanalyse administrativer Abläufe',
      'Die sieben Arten der Verschwendung im Büro',
      'Ursachenanalyse mit Ishikawa und 5-Why',
      'Shopfloor-Runden und Visualisierung',
      'Kontinuierliche Verbesserung organisieren',
      'Digitalisierung: Was sich zu automatisieren lohnt',
    ],
    practice: [
      'Prozessaufnahme im Interview',
      'Soll-Prozess am Magnetboard modellieren',
      'Durchlaufzeit berechnen und halbieren',
      'Maßnahmenplan mit Verantwortlichen und Terminen',
    ],
    goals: [
      'nehmen Sie einen Ablauf strukturiert auf und stellen ihn in BPMN dar',
      'benennen Sie Schwachstellen mit Zahlen statt mit Vermutungen',
      'gestalten Sie schlanke Soll-Prozesse gemeinsam mit den Beteiligten',
      'halten Sie Verbesserungen mit Kennzahlen dauerhaft fest',
    ],
    audience: 'Fachkräfte aus Organisation, Verwaltung und Qualitätsmanagement',
    experts: 'Prozessverantwortliche und Qualitätsbeauftragte mit Praxiserfahrung',
    occupation: 'Organisation und Qualität',
    dayPrice: 470,
    taxFree: false,
  },
  {
    code: 'ZM',
    area: 'Projekte und Organisation',
    name: 'Selbstmanagement',
    offers: [
      [
        'Zeit- und Selbstmanagement: Prioritäten, die halten',
        'Weniger Feuerwehr, mehr Fokus: Ihr persönliches System für Aufgaben, Termine und E-Mails.',
      ],
      [
        'Resilienz im Beruf: gesund durch anspruchsvolle Phasen',
        'Belastungen früh erkennen, Ressourcen pflegen und auch unter Druck handlungsfähig bleiben.',
      ],
      [
        'Büroorganisation praktisch: Ablage, Postfach, Aufgaben',
        'Ein Tag Ordnung: Sie räumen Ihr Postfach auf und verlassen den Raum mit leerem Eingang.',
      ],
      [
        'Fokussiert im Homeoffice: Online-Training in vier Impulsen',
        'Vier kurze Termine, vier Gewohnheiten: konzentriert arbeiten, sauber abschalten.',
      ],
      [
        'Besprechungen verkürzen: Meetingkultur im Team erneuern',
        'Wir prüfen Ihre Regeltermine und entwickeln mit dem Team verbindliche Spielregeln.',
      ],
    ],
    why: 'Ständige Unterbrechungen kosten mehr als die Unterbrechung selbst: Bis zur alten Konzentration vergehen viele Minuten. Ein verlässliches System entlastet den Kopf und schafft Raum für das Wesentliche.',
    basics: [
      'Analyse der eigenen Zeitfresser',
      'Wichtig oder dringend: Prioritäten mit dem Eisenhower-Prinzip',
      'Wochen- und Tagesplanung mit Pufferzeiten',
      'E-Mails in Blöcken bearbeiten',
      'Nein sagen, ohne zu verletzen',
      'Pausen und Leistungskurve',
    ],
    advanced: [
      'Stressmodelle und eigene Antreiber',
      'Schutzfaktoren der Resilienz',
      'Gedankliche Bewertungen verändern',
      'Erholung planen: Mikropausen bis Urlaub',
      'Grenzen setzen bei ständiger Erreichbarkeit',
      'Unterstützung holen und anbieten',
    ],
    practice: [
      'Zeitprotokoll der letzten Woche auswerten',
      'Das eigene Postfach auf null bringen',
      'Ablagestruktur für das Team entwerfen',
      'Persönlicher Umsetzungsplan für vier Wochen',
    ],
    goals: [
      'unterscheiden Sie Wichtiges von Dringendem und planen danach',
      'bearbeiten Sie Nachrichten und Aufgaben in einem festen Rhythmus',
      'erkennen Sie eigene Stressmuster rechtzeitig',
      'nutzen Sie wirksame Strategien zur Erholung',
    ],
    audience: 'Alle Mitarbeitenden, die ihren Arbeitstag besser gestalten möchten',
    experts: 'Fach- und Führungskräfte in Phasen hoher Belastung',
    occupation: 'Alle Berufsgruppen',
    dayPrice: 380,
    taxFree: false,
  },
  {
    code: 'FK',
    area: 'Führung und Zusammenarbeit',
    name: 'Führung',
    offers: [
      [
        'Vom Kollegen zur Führungskraft: die ersten hundert Tage',
        'Rollenwechsel meistern, Erwartungen klären und das Team für sich gewinnen.',
      ],
      [
        'Führen in Veränderungen',
        'Widerstand verstehen, Orientierung geben: Wie Sie Ihr Team durch Umbrüche begleiten.',
      ],
      [
        'Mitarbeitergespräche sicher führen – Training mit Video-Feedback',
        'Zielvereinbarung, Kritik, Rückkehrgespräch: üben, ansehen, besser machen.',
      ],
      [
        'Führen auf Distanz: virtuelle Teams online leiten',
        'Vertrauen ohne Flurgespräch: Führungsinstrumente für hybride und verteilte Teams.',
      ],
      [
        'Führungsleitlinien entwickeln und leben',
        'Workshopreihe mit Ihrer Führungsmannschaft: vom Leitbild zum beobachtbaren Verhalten.',
      ],
    ],
    why: 'Gute Fachleute werden oft über Nacht zu Vorgesetzten. Führung ist jedoch ein eigener Beruf mit eigenem Handwerkszeug – und das lässt sich lernen.',
    basics: [
      'Rolle, Aufgaben und Verantwortung einer Führungskraft',
      'Führungsstile und situatives Führen',
      'Delegieren: Aufgabe, Befugnis, Verantwortung',
      'Feedback geben und annehmen',
      'Motivation: Was Führung bewirken kann und was nicht',
      'Das erste Teamgespräch vorbereiten',
    ],
    advanced: [
      'Phasen der Veränderung und typische Reaktionen',
      'Kommunikation in unsicheren Lagen',
      'Umgang mit Widerstand und Gerüchten',
      'Leistungsschwäche ansprechen',
      'Führung der eigenen Führungskraft',
      'Gesund führen: Fürsorge und Selbstfürsorge',
    ],
    practice: [
      'Delegationsgespräch mit Beobachtungsbogen',
      'Kritikgespräch vor der Kamera',
      'Kollegiale Fallberatung in sechs Schritten',
      'Jahresgespräch mit Zielvereinbarung',
    ],
    goals: [
      'gestalten Sie den Rollenwechsel bewusst',
      'delegieren Sie Aufgaben klar und kontrollieren angemessen',
      'begleiten Sie Ihr Team durch Veränderungen',
      'führen Sie auch unangenehme Gespräche wertschätzend und eindeutig',
    ],
    audience: 'Nachwuchsführungskräfte sowie neu ernannte Team- und Gruppenleitungen',
    experts: 'Führungskräfte mit mindestens einem Jahr Führungserfahrung',
    occupation: 'Führungskräfte',
    dayPrice: 590,
    taxFree: false,
  },
  {
    code: 'KO',
    area: 'Führung und Zusammenarbeit',
    name: 'Kommunikation',
    offers: [
      [
        'Kommunikation im Beruf: klar, freundlich, verbindlich',
        'Zuhören, fragen, auf den Punkt kommen: die Grundlagen gelingender Gespräche.',
      ],
      [
        'Rhetorik für Fortgeschrittene: überzeugen ohne Manuskript',
        'Argumentieren, schlagfertig reagieren, frei sprechen – mit intensivem Einzelfeedback.',
      ],
      [
        'Telefontraining: Beschwerden souverän lösen',
        'Echte Fälle, echte Gespräche: Vom verärgerten Anruf zur gemeinsamen Lösung.',
      ],
      [
        'Geschäftsbriefe und E-Mails zeitgemäß schreiben – Online-Schreibwerkstatt',
        'Kürzer, klarer, kundenfreundlich: Wir überarbeiten Ihre eigenen Texte live.',
      ],
      [
        'Kundenorientierte Kommunikation für Serviceteams',
        'Einheitlich am Telefon, am Tresen und im Chat: Leitfäden, die Ihr Team selbst entwickelt.',
      ],
    ],
    why: 'Missverständnisse entstehen selten aus bösem Willen, sondern aus unausgesprochenen Annahmen. Wer genau fragt und eindeutig spricht, kommt schneller zum Ziel.',
    basics: [
      'Vier Seiten einer Nachricht',
      'Aktives Zuhören und Fragetechniken',
      'Ich-Botschaften und klare Bitten',
      'Körpersprache und Stimme',
      'Gespräche strukturieren',
      'Umgang mit unterschiedlichen Gesprächstypen',
    ],
    advanced: [
      'Argumentationsmuster: Fünfsatz und Pyramide',
      'Schlagfertigkeit und Umgang mit Einwänden',
      'Storytelling im beruflichen Vortrag',
      'Lampenfieber nutzen',
      'Verhandeln nach dem Harvard-Konzept',
      'Manipulation erkennen und abwehren',
    ],
    practice: [
      'Beschwerdegespräch mit wechselnden Rollen',
      'Freie Rede aus dem Stegreif',
      'Eigene E-Mails um die Hälfte kürzen',
      'Fragetrichter im Zweiergespräch',
    ],
    goals: [
      'hören Sie genauer hin und fragen gezielt nach',
      'drücken Sie Anliegen klar und freundlich aus',
      'argumentieren Sie strukturiert und bleiben auch unter Druck ruhig',
      'halten Sie kurze Reden ohne Manuskript',
    ],
    audience: 'Mitarbeitende mit Kontakt zu Kundschaft, Kollegium oder Geschäftspartnern',
    experts: 'Fach- und Führungskräfte, die regelmäßig präsentieren oder verhandeln',
    occupation: 'Kundenservice',
    dayPrice: 420,
    taxFree: false,
  },
  {
    code: 'KF',
    area: 'Führung und Zusammenarbeit',
    name: 'Konfliktmanagement',
    offers: [
      [
        'Konflikte erkennen und klären: Grundlagenseminar',
        'Warum Konflikte entstehen, wie sie eskalieren und was Sie früh tun können.',
      ],
      [
        'Mediation im Betrieb: Vermitteln zwischen Konfliktparteien',
        'Die fünf Phasen der Mediation – für alle, die im Unternehmen allparteilich vermitteln.',
      ],
      [
        'Konfliktgespräche trainieren mit Schauspielerin',
        'Üben mit einer professionellen Gegenspielerin, die genau so reagiert wie im wahren Leben.',
      ],
      [
        'Deeskalation am Telefon und im Chat (online)',
        'Ruhig bleiben, wenn andere laut werden: Strategien für Service und Verwaltung.',
      ],
      [
        'Teamklärung: Konflikte im Team moderiert lösen',
        'Vertrauliche Vorgespräche, moderierte Klärung und tragfähige Vereinbarungen.',
      ],
    ],
    why: 'Ungelöste Konflikte binden Arbeitszeit und vertreiben gute Leute. Früh und fair angesprochen, werden sie dagegen zum Motor für bessere Zusammenarbeit.',
    basics: [
      'Konfliktarten und ihre Ursachen',
      'Die Stufen der Eskalation nach Glasl',
      'Eigenes Konfliktverhalten erkennen',
      'Bedürfnisse hinter Positionen',
      'Gewaltfreie Kommunikation in vier Schritten',
      'Vereinbarungen treffen und nachhalten',
    ],
    advanced: [
      'Haltung und Rolle der vermittelnden Person',
      'Auftragsklärung und Vertraulichkeit',
      'Phasen der Mediation',
      'Interventionen: Spiegeln, Doppeln, Perspektivwechsel',
      'Umgang mit Machtgefälle',
      'Mobbing: rechtlicher Rahmen und Vorgehen',
    ],
    practice: [
      'Analyse eines eigenen Konfliktfalls',
      'Klärungsgespräch zu dritt',
      'Doppeln und Spiegeln in Kleingruppen',
      'Vereinbarung formulieren, die hält',
    ],
    goals: [
      'deuten Sie Konfliktsignale früh',
      'sprechen Sie Störungen an, ohne Öl ins Feuer zu gießen',
      'vermitteln Sie allparteilich zwischen zwei Beteiligten',
      'wissen Sie, wann externe Hilfe nötig ist',
    ],
    audience: 'Mitarbeitende, Teamleitungen und Interessenvertretungen',
    experts: 'Führungskräfte, Personalverantwortliche und Betriebsratsmitglieder',
    occupation: 'Personal',
    dayPrice: 540,
    taxFree: false,
  },
  {
    code: 'MP',
    area: 'Führung und Zusammenarbeit',
    name: 'Moderation und Präsentation',
    offers: [
      [
        'Präsentieren mit Wirkung: Aufbau, Folien, Auftritt',
        'Eine Botschaft, drei Argumente, ein Schluss, der hängen bleibt.',
      ],
      [
        'Moderation von Workshops und Großgruppen',
        'World Café, Open Space, Fishbowl: Formate auswählen und sicher leiten.',
      ],
      [
        'Visualisieren am Flipchart',
        'Zeichnen kann jede und jeder: Bildvokabular, Schrift und Aufbau in einem Tag.',
      ],
      [
        'Online moderieren: Webmeetings lebendig leiten',
        'Technik im Griff, Menschen im Blick: Werkzeuge und Dramaturgie für den digitalen Raum.',
      ],
      [
        'Train the Trainer: interne Fachleute zu Lehrenden machen',
        'Ihre Expertinnen und Experten lernen, Wissen methodisch weiterzugeben.',
      ],
    ],
    why: 'Die beste Idee setzt sich nicht durch, wenn sie niemand versteht. Aufbau, Sprache und Bild entscheiden darüber, was beim Publikum ankommt.',
    basics: [
      'Zielgruppe und Kernbotschaft',
      'Dramaturgie: Einstieg, Hauptteil, Schluss',
      'Folien, die man in drei Sekunden versteht',
      'Stimme, Haltung, Blickkontakt',
      'Umgang mit Fragen und Störungen',
      'Medienwechsel sinnvoll einsetzen',
    ],
    advanced: [
      'Rolle und Neutralität in der Moderation',
      'Moderationszyklus in sechs Schritten',
      'Großgruppenformate im Vergleich',
      'Entscheidungen in Gruppen herbeiführen',
      'Schwierige Teilnehmende einbinden',
      'Ergebnisse sichern und Maßnahmen verabreden',
    ],
    practice: [
      'Kurzpräsentation mit Video-Rückmeldung',
      'Ein Flipchart in zehn Minuten',
      'Kartenabfrage und Clustern',
      'Moderation einer strittigen Frage',
    ],
    goals: [
      'bauen Sie eine Präsentation von der Botschaft her auf',
      'treten Sie ruhig und zugewandt auf',
      'leiten Sie Workshops zielgerichtet und ergebnisoffen',
      'wählen Sie passende Methoden für jede Gruppengröße',
    ],
    audience: 'Alle, die Ergebnisse vorstellen oder Besprechungen leiten',
    experts: 'Projektleitungen, Trainerinnen, Trainer und interne Moderatoren',
    occupation: 'Trainerinnen und Trainer',
    dayPrice: 450,
    taxFree: false,
  },
  {
    code: 'AR',
    area: 'Recht und Compliance',
    name: 'Arbeitsrecht',
    offers: [
      [
        'Arbeitsrecht für Einsteiger: von der Einstellung bis zum Zeugnis',
        'Das Wichtigste aus Nachweisgesetz, Teilzeit, Urlaub und Kündigungsschutz – ohne Juradeutsch.',
      ],
      [
        'Arbeitsrecht aktuell: neue Urteile und ihre Folgen',
        'Die wichtigsten Entscheidungen des Bundesarbeitsgerichts der letzten zwölf Monate, aufbereitet für die Personalpraxis.',
      ],
      [
        'Kündigung und Abmahnung rechtssicher gestalten – Fallseminar',
        'An zwanzig Fällen: Was trägt vor dem Arbeitsgericht, was nicht?',
      ],
      [
        'Arbeitszeit, Homeoffice und mobile Arbeit: Online-Update',
        'Erfassung der Arbeitszeit, Ruhezeiten, Mitbestimmung – kompakt am Vormittag.',
      ],
      [
        'Arbeitsrecht für Führungskräfte im eigenen Betrieb',
        'Zugeschnitten auf Ihre Betriebsvereinbarungen und Tarifverträge.',
      ],
    ],
    why: 'Formfehler bei Befristung oder Kündigung sind teuer und fast nie zu heilen. Wer die Grundregeln kennt, erkennt rechtzeitig, wann juristischer Rat nötig ist.',
    basics: [
      'Rechtsquellen und ihr Rang: Gesetz, Tarifvertrag, Betriebsvereinbarung, Vertrag',
      'Bewerbung und Einstellung: AGG und Fragerecht',
      'Arbeitsvertrag und Nachweisgesetz',
      'Befristung und Teilzeit nach dem TzBfG',
      'Urlaub, Krankheit, Entgeltfortzahlung',
      'Beendigung und Arbeitszeugnis',
    ],
    advanced: [
      'Aktuelle Rechtsprechung zum Urlaub und seinem Verfall',
      'Beweiswert der Arbeitsunfähigkeitsbescheinigung',
      'Massenentlassung: Anzeige und Konsultation',
      'Mitbestimmung des Betriebsrats nach § 87 BetrVG',
      'Betriebsübergang nach § 613a BGB',
      'Aufhebungsvertrag und Sperrzeit',
    ],
    practice: [
      'Abmahnung formulieren und prüfen',
      'Sozialauswahl am Rechenbeispiel',
      'Befristungsfalle: fünf Verträge im Test',
      'Vorbereitung eines Personalgesprächs',
    ],
    goals: [
      'ordnen Sie alltägliche Rechtsfragen sicher ein',
      'vermeiden Sie typische Formfehler',
      'setzen Sie neue Rechtsprechung in Ihre Abläufe um',
      'bereiten Sie Trennungen sorgfältig und fair vor',
    ],
    audience: 'Mitarbeitende der Personalabteilung und Assistenzen ohne juristische Vorbildung',
    experts: 'Personalleitungen, Personalreferentinnen und -referenten, Betriebsräte',
    occupation: 'Personal',
    dayPrice: 560,
    taxFree: false,
  },
  {
    code: 'DS',
    area: 'Recht und Compliance',
    name: 'Datenschutz',
    offers: [
      [
        'Datenschutz-Grundlagen: die DSGVO im Arbeitsalltag',
        'Was ist erlaubt, was ist zu dokumentieren, was tun bei einer Panne?',
      ],
      [
        'Betriebliche Datenschutzbeauftragte: Fachkunde vertiefen',
        'Für benannte Beauftragte: Folgenabschätzung, Drittlandtransfer und der Umgang mit Aufsichtsbehörden.',
      ],
      [
        'Verzeichnis der Verarbeitungstätigkeiten: Workshop',
        'Sie arbeiten an Ihrem eigenen Verzeichnis nach Artikel 30 DSGVO und erhalten Rückmeldung.',
      ],
      [
        'Datenpanne – und jetzt? Online-Training zur 72-Stunden-Frist',
        'Erkennen, bewerten, melden: der Ablauf nach Artikel 33 und 34 DSGVO an vier Fällen.',
      ],
      [
        'Datenschutzunterweisung für Ihre Beschäftigten',
        'Verständlich und auf Ihre Abläufe zugeschnitten, mit Nachweis für die Rechenschaftspflicht.',
      ],
    ],
    why: 'Personenbezogene Daten stecken in fast jeder Tabelle. Die Rechenschaftspflicht verlangt, dass Sie die Einhaltung der Regeln jederzeit nachweisen können.',
    basics: [
      'Grundbegriffe: personenbezogene Daten, Verantwortlicher, Auftragsverarbeiter',
      'Grundsätze des Artikels 5 DSGVO',
      'Rechtsgrundlagen und Einwilligung',
      'Rechte der Betroffenen: Auskunft, Löschung, Widerspruch',
      'Technische und organisatorische Maßnahmen',
      'Verhalten bei Datenpannen',
    ],
    advanced: [
      'Datenschutz-Folgenabschätzung nach Artikel 35',
      'Verträge zur Auftragsverarbeitung prüfen',
      'Übermittlung in Drittländer und Standardvertragsklauseln',
      'Beschäftigtendatenschutz',
      'Löschkonzept nach Aufbewahrungsfristen',
      'Zusammenarbeit mit der Aufsichtsbehörde',
    ],
    practice: [
      'Eine Verarbeitungstätigkeit vollständig beschreiben',
      'Auskunftsersuchen fristgerecht beantworten',
      'Bewertung einer Datenpanne im Team',
      'Prüfliste für Dienstleister anwenden',
    ],
    goals: [
      'erkennen Sie datenschutzrelevante Vorgänge in Ihrem Arbeitsbereich',
      'reagieren Sie richtig auf Anfragen von Betroffenen',
      'führen Sie Folgenabschätzungen methodisch durch',
      'beraten Sie die Leitung mit tragfähigen Empfehlungen',
    ],
    audience: 'Beschäftigte, die mit Kunden-, Patienten- oder Personaldaten arbeiten',
    experts: 'Datenschutzbeauftragte und Datenschutzkoordinatoren',
    occupation: 'Datenschutz',
    dayPrice: 510,
    taxFree: false,
  },
  {
    code: 'VE',
    area: 'Recht und Compliance',
    name: 'Einkauf und Vertragsrecht',
    offers: [
      [
        'Einkauf für Quereinsteiger: Grundlagen und Abläufe',
        'Bedarf, Anfrage, Vergleich, Bestellung: der Beschaffungsprozess Schritt für Schritt.',
      ],
      [
        'Vertragsrecht für Einkauf und Vertrieb',
        'AGB-Kollision, Gewährleistung, Lieferverzug: Verträge verstehen und verhandeln.',
      ],
      [
        'Preisverhandlungen im Einkauf trainieren',
        'Harte Verhandlungen fair gewinnen – mit Simulationen und Auswertung.',
      ],
      [
        'Lieferketten und Sorgfaltspflichten: Online-Seminar',
        'Risiken entlang der Lieferkette ermitteln und angemessen dokumentieren.',
      ],
      [
        'Vergaberecht für öffentliche Auftraggeber',
        'Unterschwelle und Oberschwelle: Vergaben in Ihrer Verwaltung rechtssicher durchführen.',
      ],
    ],
    why: 'Jeder im Einkauf gesparte Euro erhöht das Ergebnis unmittelbar. Wer dabei die rechtlichen Spielregeln beherrscht, vermeidet teure Auseinandersetzungen.',
    basics: [
      'Aufgaben und Ziele der Beschaffung',
      'Bedarfsermittlung und ABC-Analyse',
      'Anfragen und Angebote vergleichen',
      'Incoterms im Überblick',
      'Bestellung und Auftragsbestätigung',
      'Lieferantenbewertung',
    ],
    advanced: [
      'Zustandekommen von Verträgen und kaufmännisches Bestätigungsschreiben',
      'AGB-Recht zwischen Unternehmen',
      'Sachmängel und Untersuchungspflicht nach § 377 HGB',
      'Verzug, Schadensersatz, Vertragsstrafe',
      'Rahmen- und Abrufverträge',
      'Grundzüge des UN-Kaufrechts',
    ],
    practice: [
      'Angebotsvergleich mit gewichteten Kriterien',
      'Verhandlung unter Zeitdruck',
      'Klauselprüfung an Musterverträgen',
      'Reklamation mit Fristsetzung schreiben',
    ],
    goals: [
      'steuern Sie den Beschaffungsprozess von Bedarf bis Wareneingang',
      'vergleichen Sie Angebote auf der Grundlage der Gesamtkosten',
      'beurteilen Sie Klauseln und ihre Folgen',
      'setzen Sie Ansprüche bei Mängeln und Verzug durch',
    ],
    audience: 'Neue Mitarbeitende im Einkauf und technische Fachkräfte mit Beschaffungsaufgaben',
    experts: 'Einkäuferinnen, Einkäufer und Vertriebsverantwortliche',
    occupation: 'Einkauf',
    dayPrice: 480,
    taxFree: false,
  },
  {
    code: 'CO',
    area: 'Recht und Compliance',
    name: 'Compliance',
    offers: [
      [
        'Compliance-Grundlagen: Regeln kennen, Risiken vermeiden',
        'Korruption, Kartellrecht, Geschenke: Wo es im Alltag heikel wird.',
      ],
      [
        'Compliance-Managementsysteme aufbauen',
        'Von der Risikoanalyse bis zur Wirksamkeitsprüfung: ein System, das zum Unternehmen passt.',
      ],
      [
        'Interne Untersuchungen durchführen: Planspiel',
        'Vom Hinweis bis zum Bericht: ein Verdachtsfall in Echtzeit.',
      ],
      [
        'Hinweisgeberschutz online: Meldestelle sicher betreiben',
        'Fristen, Vertraulichkeit und Dokumentation nach dem Hinweisgeberschutzgesetz.',
      ],
      [
        'Verhaltenskodex einführen und schulen',
        'Wir übersetzen Ihre Regeln in Fälle aus Ihrem Arbeitsalltag.',
      ],
    ],
    why: 'Unternehmen haften für Aufsichtsversäumnisse, und Vertrauen ist schnell verspielt. Klare Regeln schützen auch die Beschäftigten, die sich richtig verhalten wollen.',
    basics: [
      'Was Compliance bedeutet und wen sie betrifft',
      'Geschenke, Einladungen, Interessenkonflikte',
      'Korruptionsdelikte im Überblick',
      'Kartellrecht: Gespräche mit Wettbewerbern',
      'Geldwäscheprävention',
      'Wege, einen Verdacht zu melden',
    ],
    advanced: [
      'Risikoanalyse und Risikolandkarte',
      'Rollen: Leitung, Beauftragte, Fachbereiche',
      'Richtlinien verständlich gestalten',
      'Prüfung von Geschäftspartnern',
      'Kontrollen und Überwachung',
      'Bericht an Geschäftsführung und Aufsichtsgremium',
    ],
    practice: [
      'Geschenk oder Bestechung? Fälle im Quiz',
      'Befragung einer Hinweisgeberin',
      'Risikobewertung eines Geschäftspartners',
      'Abschlussbericht einer Untersuchung gliedern',
    ],
    goals: [
      'erkennen Sie heikle Situationen und holen rechtzeitig Rat',
      'kennen Sie die wichtigsten Verbote und Meldewege',
      'bauen Sie ein angemessenes Compliance-System auf',
      'gehen Sie mit Hinweisen vertraulich und fristgerecht um',
    ],
    audience: 'Beschäftigte aller Bereiche mit Kontakt zu Geschäftspartnern',
    experts: 'Compliance-Beauftragte, Revision, Rechtsabteilung',
    occupation: 'Recht und Revision',
    dayPrice: 570,
    taxFree: false,
  },
  {
    code: 'BH',
    area: 'Finanzen und Vertrieb',
    name: 'Buchhaltung',
    offers: [
      [
        'Buchhaltung Grundlagen: Buchen, Konten, Belege',
        'Von der Inventur zur Bilanz: doppelte Buchführung verständlich von Anfang an.',
      ],
      [
        'Jahresabschluss nach HGB sicher vorbereiten',
        'Abgrenzungen, Rückstellungen, Bewertung: So wird der Abschluss pünktlich fertig.',
      ],
      [
        'Buchungswerkstatt: knifflige Geschäftsvorfälle',
        'Bewirtung, Anlagenabgang, Auslandsrechnung: Fälle, bei denen alle nachschlagen.',
      ],
      [
        'Umsatzsteuer und E-Rechnung online: aktueller Stand',
        'Pflichtangaben, Formate und Übergangsfristen der elektronischen Rechnung im Geschäftsverkehr.',
      ],
      [
        'Kreditoren und Debitoren: Prozesse im eigenen Haus straffen',
        'Rechnungseingang, Freigabe, Mahnwesen: Wir prüfen Ihre Abläufe und schulen das Team.',
      ],
    ],
    why: 'Ordnungsmäßige Buchführung ist Pflicht – und zugleich die wichtigste Informationsquelle für jede Entscheidung. Wer die Systematik verstanden hat, bucht auch neue Fälle richtig.',
    basics: [
      'Aufgaben und Grundsätze ordnungsmäßiger Buchführung',
      'Inventur, Inventar, Bilanz',
      'Bestands- und Erfolgskonten',
      'Buchungssätze bilden',
      'Umsatzsteuer und Vorsteuer buchen',
      'Belege nach den GoBD aufbewahren',
    ],
    advanced: [
      'Abschreibungen und geringwertige Wirtschaftsgüter',
      'Rechnungsabgrenzung',
      'Rückstellungen bilden und auflösen',
      'Bewertung von Vorräten und Forderungen',
      'Anhang und Lagebericht im Überblick',
      'Abstimmung mit Steuerberatung und Prüfung',
    ],
    practice: [
      'Belegstapel kontieren',
      'Hauptabschlussübersicht aufstellen',
      'Anlagenspiegel abstimmen',
      'Reihengeschäft richtig abrechnen',
    ],
    goals: [
      'bilden Sie Buchungssätze für die üblichen Geschäftsvorfälle',
      'verstehen Sie den Weg vom Beleg zur Bilanz',
      'bereiten Sie den Jahresabschluss strukturiert vor',
      'wenden Sie Ansatz- und Bewertungsregeln sicher an',
    ],
    audience: 'Kaufmännische Mitarbeitende ohne oder mit geringen Vorkenntnissen',
    experts: 'Buchhalterinnen und Buchhalter mit laufender Praxis',
    occupation: 'Rechnungswesen',
    dayPrice: 430,
    taxFree: false,
  },
  {
    code: 'CT',
    area: 'Finanzen und Vertrieb',
    name: 'Controlling',
    offers: [
      [
        'Controlling für Nicht-Controller',
        'Deckungsbeitrag, Cashflow, Abweichung: Zahlen lesen und die richtigen Fragen stellen.',
      ],
      [
        'Unternehmensplanung und Forecast',
        'Integrierte Planung von Ergebnis, Bilanz und Liquidität – rollierend statt einmal im Jahr.',
      ],
      [
        'Kalkulationswerkstatt: Kosten und Preise richtig rechnen',
        'Zuschlagskalkulation, Maschinenstundensatz, Preisuntergrenze an Beispielen aus der Praxis.',
      ],
      [
        'Kennzahlen und Berichte online: weniger Seiten, mehr Aussage',
        'Berichte nach einheitlichen Regeln gestalten, die Entscheider wirklich lesen.',
      ],
      [
        'Liquiditätssteuerung im Mittelstand',
        'Wir bauen mit Ihrem Team eine Planung der Zahlungsströme über dreizehn Wochen auf.',
      ],
    ],
    why: 'Wer nur auf den Kontostand schaut, fährt mit dem Rückspiegel. Controlling macht sichtbar, womit das Unternehmen Geld verdient und wo es verloren geht.',
    basics: [
      'Aufgaben und Regelkreis des Controllings',
      'Kostenarten, Kostenstellen, Kostenträger',
      'Fixe und variable Kosten',
      'Deckungsbeitrag und Gewinnschwelle',
      'Bilanz und Erfolgsrechnung lesen',
      'Plan-Ist-Vergleich',
    ],
    advanced: [
      'Strategische und operative Planung verbinden',
      'Treiberbasierte Planung',
      'Rollierende Vorschau',
      'Szenarien und Empfindlichkeiten',
      'Liquiditätsplan und Working Capital',
      'Investitionsrechnung: Kapitalwert und Amortisation',
    ],
    practice: [
      'Betriebsabrechnungsbogen aufstellen',
      'Preisuntergrenze für einen Zusatzauftrag',
      'Abweichungsanalyse mit Kommentar',
      'Ein Bericht auf einer Seite',
    ],
    goals: [
      'lesen Sie die wichtigsten betriebswirtschaftlichen Auswertungen',
      'berechnen Sie Deckungsbeiträge und Gewinnschwellen',
      'erstellen Sie eine durchgängige Planung',
      'leiten Sie aus Abweichungen Maßnahmen ab',
    ],
    audience: 'Fach- und Führungskräfte ohne betriebswirtschaftliches Studium',
    experts: 'Controllerinnen, Controller und kaufmännische Leitungen',
    occupation: 'Controlling',
    dayPrice: 530,
    taxFree: false,
  },
  {
    code: 'VT',
    area: 'Finanzen und Vertrieb',
    name: 'Vertrieb',
    offers: [
      [
        'Verkaufen lernen: Grundlagen für Innen- und Außendienst',
        'Vom ersten Kontakt bis zum Abschluss: ein roter Faden für jedes Verkaufsgespräch.',
      ],
      [
        'Key-Account-Management: Schlüsselkunden entwickeln',
        'Kundenplan, Netzwerk, Wertbeitrag: Großkunden systematisch ausbauen.',
      ],
      [
        'Kaltakquise-Training am Telefon',
        'Einstieg, Einwand, Termin: Sie rufen an, wir hören zu und geben Rückmeldung.',
      ],
      [
        'Angebote, die gewinnen: Online-Schreibtraining für den Vertrieb',
        'Nutzen statt Datenblatt: Angebote aufbauen, nachfassen, abschließen.',
      ],
      [
        'Vertriebsteams auf Kurs: Besuchsbegleitung und Coaching',
        'Gemeinsame Kundenbesuche mit strukturierter Auswertung für Ihr Außendienstteam.',
      ],
    ],
    why: 'Kunden sind heute gut informiert, bevor sie zum ersten Mal sprechen. Erfolgreich ist, wer zuhört, den Bedarf genau trifft und verbindlich bleibt.',
    basics: [
      'Phasen des Verkaufsgesprächs',
      'Bedarf ermitteln mit offenen Fragen',
      'Merkmal, Vorteil, Nutzen',
      'Einwände behandeln',
      'Preisgespräche führen',
      'Abschlusssignale und Nachbereitung',
    ],
    advanced: [
      'Kunden segmentieren und Potenziale bewerten',
      'Entscheidernetz analysieren',
      'Kundenentwicklungsplan',
      'Jahresgespräche vorbereiten',
      'Cross-Selling ohne Druck',
      'Zusammenarbeit mit Technik und Service',
    ],
    practice: [
      'Gesprächsleitfaden für das eigene Produkt',
      'Einwandkartei erstellen',
      'Preisverhandlung mit Videoauswertung',
      'Kundenplan für einen eigenen Schlüsselkunden',
    ],
    goals: [
      'führen Sie Verkaufsgespräche mit klarer Struktur',
      'vertreten Sie Ihren Preis mit guten Argumenten',
      'entwickeln Sie Schlüsselkunden nach Plan',
      'steuern Sie Ihre Vertriebszeit nach Potenzial',
    ],
    audience: 'Neue Mitarbeitende im Vertrieb, Innendienst und technische Beratung',
    experts: 'Außendienst, Gebiets- und Vertriebsleitungen',
    occupation: 'Vertrieb',
    dayPrice: 500,
    taxFree: false,
  },
  {
    code: 'OM',
    area: 'Finanzen und Vertrieb',
    name: 'Online-Marketing',
    offers: [
      [
        'Online-Marketing Grundlagen: Kanäle, Ziele, Kennzahlen',
        'Suchmaschine, Newsletter, soziale Netze: Was wirkt für welches Ziel?',
      ],
      [
        'Suchmaschinenoptimierung für Fortgeschrittene',
        'Technik, Inhalte, Verlinkung: Sichtbarkeit messbar verbessern.',
      ],
      [
        'Texten fürs Web: Praxistag',
        'Überschriften, Teaser, Produktseiten: schreiben, vergleichen, verbessern.',
      ],
      [
        'Newsletter-Marketing online: rechtssicher und erfolgreich',
        'Einwilligung, Segmente, Betreffzeilen: vom Verteiler zum Dialog.',
      ],
      [
        'Social-Media-Strategie für Mittelstand und Verwaltung',
        'Themenplan, Tonalität, Krisenfall: Ihr Team entwickelt seine Strategie.',
      ],
    ],
    why: 'Reichweite allein bringt keine Anfragen. Erst wenn Ziel, Botschaft und Kanal zusammenpassen, zahlt sich das Budget aus.',
    basics: [
      'Ziele und Zielgruppen festlegen',
      'Überblick der Kanäle',
      'Grundlagen der Suchmaschinenoptimierung',
      'Anzeigen: Budget und Gebote',
      'Kennzahlen vom Klick bis zur Anfrage',
      'Impressum, Einwilligung, Urheberrecht',
    ],
    advanced: [
      'Keyword-Recherche und Suchabsicht',
      'Technische Prüfung: Ladezeit, Struktur, Indexierung',
      'Inhalte nach Themenclustern',
      'Interne Verlinkung und Verweise von außen',
      'Lokale Suche',
      'Erfolg messen und berichten',
    ],
    practice: [
      'Persona für das eigene Angebot',
      'Zehn Betreffzeilen im Test',
      'Startseite im Nutzertest',
      'Redaktionsplan für ein Quartal',
    ],
    goals: [
      'wählen Sie Kanäle passend zum Ziel',
      'lesen Sie die wichtigsten Kennzahlen',
      'verbessern Sie Sichtbarkeit in der Suche systematisch',
      'planen Sie Inhalte über mehrere Monate',
    ],
    audience: 'Mitarbeitende in Marketing, Öffentlichkeitsarbeit und Vertrieb',
    experts: 'Online-Redaktionen und Marketingverantwortliche mit Praxis',
    occupation: 'Marketing',
    dayPrice: 460,
    taxFree: false,
  },
  {
    code: 'EX',
    area: 'IT und Digitales',
    name: 'Excel',
    offers: [
      [
        'Excel Grundlagen: Tabellen, Formeln, Diagramme',
        'Sicher rechnen, sauber formatieren, übersichtlich darstellen – Schritt für Schritt.',
      ],
      [
        'Excel für Fortgeschrittene: Pivot, XVERWEIS, Power Query',
        'Große Datenmengen in Minuten auswerten statt in Stunden.',
      ],
      [
        'Excel-Sprechstunde: Ihre Dateien, unsere Lösungen',
        'Sie bringen Ihre Mappen mit, wir lösen die Probleme gemeinsam.',
      ],
      [
        'Pivot-Tabellen an einem Vormittag (online)',
        'Von der Liste zur Auswertung in drei Stunden – mit Übungsdateien.',
      ],
      [
        'Excel für Controlling-Teams: Makros und Automatisierung',
        'Monatsberichte auf Knopfdruck: Makros und Abfragen für Ihre eigenen Vorlagen.',
      ],
    ],
    why: 'Kaum ein Programm ist so verbreitet und wird so wenig ausgeschöpft. Wenige gut gewählte Funktionen sparen jede Woche Stunden.',
    basics: [
      'Arbeitsmappen aufbauen und drucken',
      'Relative und absolute Bezüge',
      'SUMME, WENN, ZÄHLENWENN',
      'Sortieren, Filtern, formatierte Tabellen',
      'Diagramme, die etwas zeigen',
      'Fehler finden und beheben',
    ],
    advanced: [
      'XVERWEIS, INDEX und VERGLEICH',
      'Dynamische Arrays: FILTER, SORTIEREN, EINDEUTIG',
      'Pivot-Tabellen mit Datenschnitten',
      'Power Query: Daten einlesen und bereinigen',
      'Bedingte Formatierung mit Formeln',
      'Datenüberprüfung und Blattschutz',
    ],
    practice: [
      'Dienstplan mit Stundenkonto',
      'Umsatzliste mit 10.000 Zeilen auswerten',
      'Aus drei Dateien wird eine: Abfrage bauen',
      'Dashboard auf einem Blatt',
    ],
    goals: [
      'legen Sie Tabellen an, die andere verstehen',
      'rechnen Sie mit den wichtigsten Funktionen fehlerfrei',
      'werten Sie umfangreiche Listen mit Pivot-Tabellen aus',
      'automatisieren Sie wiederkehrende Datenaufbereitung',
    ],
    audience: 'Anwenderinnen und Anwender mit geringen oder keinen Vorkenntnissen',
    experts: 'Anwenderinnen und Anwender mit sicherem Grundwissen',
    occupation: 'Büro und Verwaltung',
    dayPrice: 340,
    taxFree: false,
  },
  {
    code: 'IS',
    area: 'IT und Digitales',
    name: 'IT-Sicherheit',
    offers: [
      [
        'IT-Sicherheit für alle: Phishing, Passwörter, mobile Geräte',
        'Die häufigsten Angriffe erkennen und richtig reagieren.',
      ],
      [
        'IT-Grundschutz in der Praxis: Informationssicherheit aufbauen',
        'Schutzbedarf feststellen, Bausteine anwenden, Maßnahmen planen.',
      ],
      [
        'Notfallübung Ransomware: Planspiel für Krisenstäbe',
        'Montag, 6:40 Uhr, nichts geht mehr: Entscheiden Sie unter Zeitdruck.',
      ],
      [
        'NIS-2 kompakt online: Pflichten und nächste Schritte',
        'Betroffenheit prüfen, Meldewege einrichten, Geschäftsleitung einbinden.',
      ],
      [
        'Sicherheitskampagne für Ihre Belegschaft',
        'Kurze Lerneinheiten, simulierte Phishing-Mails, messbare Wirkung.',
      ],
    ],
    why: 'Die meisten Angriffe beginnen mit einer harmlos wirkenden E-Mail. Technik allein reicht nicht: Aufmerksame Menschen und geübte Abläufe machen den Unterschied.',
    basics: [
      'Wie Angreifer vorgehen',
      'Phishing und Social Engineering erkennen',
      'Passwortmanager und Zwei-Faktor-Anmeldung',
      'Sicher unterwegs und im Homeoffice',
      'Updates und Datensicherung',
      'Vorfälle richtig melden',
    ],
    advanced: [
      'Strukturanalyse und Schutzbedarfsfeststellung',
      'Modellierung mit den Grundschutz-Bausteinen',
      'Risikoanalyse nach BSI-Standard 200-3',
      'Sicherheitskonzept und Maßnahmenplan',
      'Notfallvorsorge und Wiederanlauf',
      'Interne Prüfungen und Kennzahlen',
    ],
    practice: [
      'Phishing-Mails im Vergleich',
      'Schutzbedarf für einen Geschäftsprozess',
      'Krisenstab: die ersten vier Stunden',
      'Wiederherstellung aus der Sicherung planen',
    ],
    goals: [
      'erkennen Sie typische Angriffe',
      'schützen Sie Konten und Geräte wirksam',
      'bauen Sie ein Sicherheitskonzept nach IT-Grundschutz auf',
      'handeln Sie im Notfall nach einem geübten Plan',
    ],
    audience: 'Alle Beschäftigten mit Bildschirmarbeitsplatz',
    experts: 'Informationssicherheitsbeauftragte, IT-Leitungen, Administratorinnen und Administratoren',
    occupation: 'Informationstechnik',
    dayPrice: 610,
    taxFree: false,
  },
  {
    code: 'DA',
    area: 'IT und Digitales',
    name: 'Datenanalyse',
    offers: [
      [
        'Datenanalyse verstehen: Statistik für den Beruf',
        'Mittelwert, Streuung, Zusammenhang: Zahlen richtig deuten und Trugschlüsse vermeiden.',
      ],
      [
        'Power BI: Berichte und Datenmodelle',
        'Sternschema, Beziehungen, DAX: vom Rohdatenberg zum interaktiven Bericht.',
      ],
      ['SQL-Praxiskurs: Daten selbst abfragen', 'SELECT, JOIN, GROUP BY an einer echten Übungsdatenbank.'],
      [
        'Python für Datenauswertung – Online-Einstieg',
        'Einlesen, bereinigen, darstellen: die ersten eigenen Auswertungen mit pandas.',
      ],
      ['Datenkompetenz im Fachbereich aufbauen', 'Ein Lernpfad für Ihre Abteilung, an Ihren eigenen Daten.'],
    ],
    why: 'Daten liegen in jedem Unternehmen bereit, doch Entscheidungen fallen oft noch nach Gefühl. Mit einfachen Methoden lassen sich Muster erkennen und Irrtümer vermeiden.',
    basics: [
      'Datenarten und Datenqualität',
      'Lage- und Streuungsmaße',
      'Zusammenhang und Ursache unterscheiden',
      'Stichprobe und Unsicherheit',
      'Diagramme ehrlich gestalten',
      'Ergebnisse verständlich berichten',
    ],
    advanced: [
      'Datenquellen anbinden und aufbereiten',
      'Sternschema und Beziehungen',
      'Measures mit DAX',
      'Zeitvergleiche und Ranglisten',
      'Zugriffsrechte auf Zeilenebene',
      'Veröffentlichen und aktualisieren',
    ],
    practice: [
      'Trugschlüsse in Zeitungsgrafiken finden',
      'Verkaufsdaten modellieren',
      'Abfrage über vier Tabellen',
      'Bericht vor dem Team vorstellen',
    ],
    goals: [
      'beurteilen Sie, was Zahlen aussagen und was nicht',
      'stellen Sie Ergebnisse klar dar',
      'bauen Sie ein tragfähiges Datenmodell',
      'erstellen Sie interaktive Berichte für Entscheider',
    ],
    audience: 'Mitarbeitende, die regelmäßig mit Auswertungen arbeiten',
    experts: 'Fachkräfte aus Controlling, Vertrieb und IT mit Datenerfahrung',
    occupation: 'Datenanalyse',
    dayPrice: 550,
    taxFree: false,
  },
  {
    code: 'KI',
    area: 'IT und Digitales',
    name: 'Künstliche Intelligenz',
    offers: [
      [
        'Künstliche Intelligenz im Büroalltag: Einführung',
        'Was Sprachmodelle können, wo sie irren und wie Sie gute Ergebnisse erhalten.',
      ],
      [
        'KI-Projekte planen und umsetzen',
        'Vom Anwendungsfall zum Pilotbetrieb: Nutzen, Daten, Risiken, Kosten.',
      ],
      [
        'Prompt-Werkstatt: bessere Ergebnisse mit Sprachmodellen',
        'An Ihren eigenen Aufgaben: Anweisungen formulieren, prüfen, verfeinern.',
      ],
      [
        'KI-Verordnung der EU: Online-Überblick für Unternehmen',
        'Risikoklassen, Pflichten und die geforderte KI-Kompetenz nach Artikel 4.',
      ],
      [
        'KI-Leitlinie für Ihr Unternehmen erarbeiten',
        'Erlaubte Werkzeuge, Umgang mit Daten, Freigaben: gemeinsam zur tragfähigen Regel.',
      ],
    ],
    why: 'Sprachmodelle verändern die Büroarbeit schneller als frühere Werkzeuge. Wer ihre Grenzen kennt, nutzt sie gewinnbringend und ohne Daten preiszugeben.',
    basics: [
      'Wie lernende Systeme funktionieren',
      'Stärken und typische Fehler von Sprachmodellen',
      'Gute Anweisungen: Rolle, Ziel, Kontext, Form',
      'Texte entwerfen, kürzen, übersetzen',
      'Ergebnisse prüfen und Quellen verlangen',
      'Datenschutz und Urheberrecht',
    ],
    advanced: [
      'Anwendungsfälle sammeln und bewerten',
      'Kaufen, anpassen oder selbst bauen',
      'Datenlage und Datenschutz prüfen',
      'Pilotbetrieb mit Erfolgsmaßen',
      'Einbindung des Betriebsrats',
      'Pflichten nach der KI-Verordnung',
    ],
    practice: [
      'Protokoll aus Stichworten',
      'Vergleich dreier Anweisungen für dieselbe Aufgabe',
      'Falsche Quellen entlarven',
      'Steckbrief für einen Anwendungsfall',
    ],
    goals: [
      'setzen Sie Sprachmodelle für passende Aufgaben ein',
      'prüfen Sie Ergebnisse kritisch',
      'bewerten Sie Anwendungsfälle nach Nutzen und Risiko',
      'führen Sie ein Pilotprojekt verantwortungsvoll durch',
    ],
    audience: 'Alle Beschäftigten, die KI-Werkzeuge nutzen oder nutzen werden',
    experts: 'Fach- und Führungskräfte mit Verantwortung für Digitalisierung',
    occupation: 'Digitalisierung',
    dayPrice: 560,
    taxFree: false,
  },
  {
    code: 'AS',
    area: 'Gesundheit, Pflege und Sicherheit',
    name: 'Arbeitssicherheit',
    offers: [
      [
        'Sicherheitsbeauftragte: Grundausbildung',
        'Aufgaben, Rechte und Pflichten nach § 22 SGB VII – mit Betriebsbegehung.',
      ],
      [
        'Gefährdungsbeurteilung für Fortgeschrittene',
        'Auch psychische Belastung: beurteilen, dokumentieren, Wirksamkeit prüfen.',
      ],
      [
        'Unterweisungen lebendig gestalten – Praxistag',
        'Weg vom Vorlesen: Methoden, mit denen Sicherheit im Kopf bleibt.',
      ],
      [
        'Bildschirmarbeit und Ergonomie online',
        'Arbeitsplatz einrichten, Beschwerden vermeiden – auch zu Hause.',
      ],
      [
        'Arbeitsschutzunterweisung in Ihrem Betrieb',
        'Tätigkeitsbezogen, mit Nachweis, auf Wunsch in mehreren Sprachen.',
      ],
    ],
    why: 'Jeder Unfall hat eine Vorgeschichte aus Beinaheereignissen. Wer Gefährdungen systematisch ermittelt, verhindert Leid und teure Ausfälle.',
    basics: [
      'Das duale Arbeitsschutzsystem',
      'Rolle der Sicherheitsbeauftragten',
      'Gefährdungen erkennen und melden',
      'Persönliche Schutzausrüstung',
      'Kolleginnen und Kollegen ansprechen',
      'Verhalten bei Unfällen',
    ],
    advanced: [
      'Rechtsrahmen: Arbeitsschutzgesetz und DGUV Vorschriften',
      'Sieben Schritte der Gefährdungsbeurteilung',
      'Psychische Belastung erfassen',
      'Rangfolge der Schutzmaßnahmen: STOP-Prinzip',
      'Gefahrstoffe und Betriebsanweisungen',
      'Wirksamkeitskontrolle und Dokumentation',
    ],
    practice: [
      'Betriebsrundgang mit Prüfliste',
      'Betriebsanweisung schreiben',
      'Unterweisung von zehn Minuten halten',
      'Unfallanalyse mit dem Ursachenbaum',
    ],
    goals: [
      'nehmen Sie Ihre Aufgabe als Sicherheitsbeauftragte oder Sicherheitsbeauftragter wahr',
      'erkennen Sie Gefährdungen im Arbeitsalltag',
      'erstellen Sie eine vollständige Gefährdungsbeurteilung',
      'prüfen Sie die Wirksamkeit von Schutzmaßnahmen',
    ],
    audience: 'Neu bestellte Sicherheitsbeauftragte und Interessierte',
    experts: 'Fachkräfte für Arbeitssicherheit, Führungskräfte, Betriebsärztinnen und Betriebsärzte',
    occupation: 'Arbeitsschutz',
    dayPrice: 390,
    taxFree: true,
  },
  {
    code: 'BS',
    area: 'Gesundheit, Pflege und Sicherheit',
    name: 'Brandschutz und Notfall',
    offers: [
      [
        'Brandschutzhelfer: Ausbildung nach ASR A2.2',
        'Theorie und Löschübung an einem Tag, mit Teilnahmebescheinigung.',
      ],
      [
        'Brandschutzbeauftragte: Fortbildung',
        'Auffrischung für bestellte Beauftragte: neue Regeln, Fälle, Erfahrungsaustausch.',
      ],
      [
        'Räumungsübung planen und auswerten',
        'Von der Ankündigung bis zum Bericht: eine Übung, aus der alle lernen.',
      ],
      ['Brandschutzordnung online erstellen', 'Teile A, B und C nach DIN 14096 für das eigene Gebäude.'],
      [
        'Erste Hilfe im Betrieb: Fortbildung für Ersthelfende',
        'Neun Unterrichtseinheiten bei Ihnen vor Ort, auf Ihre Gefährdungen abgestimmt.',
      ],
    ],
    why: 'Im Ernstfall zählen Sekunden. Wer geübt ist, handelt ruhig und bringt sich und andere in Sicherheit.',
    basics: [
      'Grundzüge des Brandschutzes',
      'Verbrennung und Brandklassen',
      'Feuerlöscher und Löschdecken',
      'Alarmierung und Verhalten im Brandfall',
      'Flucht- und Rettungswege',
      'Löschübung am Simulator',
    ],
    advanced: [
      'Neuerungen im Baurecht und Arbeitsstättenrecht',
      'Lithium-Ionen-Akkus: Lagerung und Ladeplätze',
      'Brandschutz bei Umbauten und Heißarbeiten',
      'Begehungen und Mängelberichte',
      'Abstimmung mit Feuerwehr und Versicherung',
      'Inklusive Räumungskonzepte',
    ],
    practice: [
      'Löschen mit Wasser und Kohlendioxid',
      'Begehung mit Mängelliste',
      'Räumungsübung mit Beobachtern',
      'Stabile Seitenlage und Wiederbelebung',
    ],
    goals: [
      'bekämpfen Sie Entstehungsbrände sicher',
      'unterstützen Sie die Räumung eines Gebäudes',
      'bewerten Sie neue Brandrisiken',
      'führen Sie Begehungen strukturiert durch',
    ],
    audience: 'Beschäftigte, die als Brandschutz- oder Räumungshelfer benannt werden',
    experts: 'Bestellte Brandschutzbeauftragte',
    occupation: 'Betriebliche Sicherheit',
    dayPrice: 290,
    taxFree: true,
  },
  {
    code: 'PF',
    area: 'Gesundheit, Pflege und Sicherheit',
    name: 'Pflege',
    offers: [
      [
        'Pflegedokumentation mit der Strukturierten Informationssammlung',
        'Schlank, fachlich richtig und prüfsicher dokumentieren.',
      ],
      [
        'Expertenstandards in der Pflege umsetzen',
        'Sturz, Dekubitus, Schmerz, Mobilität: vom Standard zur gelebten Praxis.',
      ],
      [
        'Kinästhetik in der Pflege: Bewegungswerkstatt',
        'Rückenschonend bewegen, Ressourcen fördern – mit vielen Partnerübungen.',
      ],
      [
        'Demenz verstehen: Online-Fortbildung für Pflege und Betreuung',
        'Herausforderndes Verhalten deuten und wertschätzend begegnen.',
      ],
      [
        'Praxisanleitung: Pflichtfortbildung im eigenen Haus',
        '24 Stunden im Jahr, zugeschnitten auf Ihre Auszubildenden und Ihre Bereiche.',
      ],
    ],
    why: 'Gute Pflege braucht Fachwissen, Zeit und Haltung. Fortbildung entlastet, weil sie Sicherheit in schwierigen Situationen gibt.',
    basics: [
      'Grundprinzipien des Strukturmodells',
      'Die sechs Themenfelder der Informationssammlung',
      'Risikomatrix ausfüllen',
      'Maßnahmenplanung am Tagesablauf',
      'Berichteblatt: nur Abweichungen',
      'Vorbereitung auf Qualitätsprüfungen',
    ],
    advanced: [
      'Aufbau und Verbindlichkeit der Expertenstandards',
      'Sturzprophylaxe in der Pflege',
      'Dekubitusprophylaxe und Lagerung',
      'Schmerzmanagement bei akuten und chronischen Schmerzen',
      'Erhaltung und Förderung der Mobilität',
      'Implementierung und Audit',
    ],
    practice: [
      'Fallbeispiel vollständig dokumentieren',
      'Schmerzeinschätzung bei Demenz',
      'Transfer vom Bett in den Rollstuhl',
      'Anleitungssituation planen und auswerten',
    ],
    goals: [
      'dokumentieren Sie pflegefachlich begründet und knapp',
      'planen Sie Maßnahmen mit den Pflegebedürftigen',
      'setzen Sie Expertenstandards im Team um',
      'beurteilen Sie Risiken und Maßnahmen im Verlauf',
    ],
    audience: 'Pflegefachpersonen in stationären und ambulanten Einrichtungen',
    experts: 'Pflegefachpersonen mit Verantwortung für Qualität, Wohnbereichsleitungen',
    occupation: 'Pflege',
    dayPrice: 260,
    taxFree: true,
  },
  {
    code: 'BG',
    area: 'Gesundheit, Pflege und Sicherheit',
    name: 'Betriebliches Gesundheitsmanagement',
    offers: [
      [
        'Betriebliches Gesundheitsmanagement: Einführung',
        'Handlungsfelder, Beteiligte, erste Schritte – mit geringem Budget beginnen.',
      ],
      [
        'BEM-Gespräche führen: Betriebliches Eingliederungsmanagement',
        'Einladung, Gespräch, Maßnahmen nach § 167 Absatz 2 SGB IX.',
      ],
      ['Gesundheitszirkel moderieren', 'Sechs Treffen, konkrete Verbesserungen: So leiten Sie einen Zirkel.'],
      [
        'Gesund arbeiten im Schichtdienst (online)',
        'Schlaf, Ernährung, Erholung: Empfehlungen für Beschäftigte und Planende.',
      ],
      [
        'Gesundheitstag im Unternehmen: Konzept und Durchführung',
        'Programm, Partner und Auswertung aus einer Hand.',
      ],
    ],
    why: 'Fehlzeiten und Überlastung sind kein Schicksal. Ein planvolles Gesundheitsmanagement verbindet gute Arbeitsbedingungen mit persönlicher Vorsorge.',
    basics: [
      'Arbeitsschutz, Eingliederung, Gesundheitsförderung: die drei Säulen',
      'Steuerkreis und Rollen',
      'Analyse: Fehlzeiten, Befragung, Begehung',
      'Ziele und Maßnahmen ableiten',
      'Förderung durch Krankenkassen',
      'Wirkung auswerten',
    ],
    advanced: [
      'Rechtsrahmen und Datenschutz im Eingliederungsmanagement',
      'Einladungsschreiben und Erstgespräch',
      'Maßnahmen: Stufenweise Wiedereingliederung, Anpassung des Arbeitsplatzes',
      'Rolle von Betriebsrat und Schwerbehindertenvertretung',
      'Umgang mit psychischer Erkrankung',
      'Abschluss und Dokumentation',
    ],
    practice: [
      'Einladungsschreiben prüfen',
      'Erstgespräch im Rollenspiel',
      'Maßnahmenplan für einen Fall',
      'Zirkelsitzung moderieren',
    ],
    goals: [
      'kennen Sie Bausteine und Beteiligte des Gesundheitsmanagements',
      'leiten Sie Maßnahmen aus Zahlen ab',
      'führen Sie Eingliederungsgespräche vertrauensvoll und rechtssicher',
      'vernetzen Sie innerbetriebliche und externe Stellen',
    ],
    audience: 'Personalabteilungen, Betriebsräte und Gesundheitsbeauftragte',
    experts: 'BEM-Beauftragte, Personalverantwortliche, Schwerbehindertenvertretungen',
    occupation: 'Personal und Gesundheit',
    dayPrice: 410,
    taxFree: true,
  },
]

/** A course of several modules; the codes are those of topics, whose basics are mandatory and whose other events are elective. */
export type Course = {
  code: string
  title: string
  subtitle: string
  teaser: string
  why: string
  mandatory: readonly string[]
  elective: readonly string[]
  replaces: string
}

/** Each course replaces the in-house event of a topic. */
export const courses: readonly Course[] = [
  {
    code: 'L-PM',
    title: 'Zertifikatslehrgang Projektleitung',
    subtitle: 'Berufsbegleitend in vier Modulen',
    teaser: 'Methoden, Menschen, Moderation: der Lehrgang für alle, die Projekte dauerhaft verantworten.',
    why: 'Projektleitung verlangt mehr als Terminpläne. Der Lehrgang verbindet das Handwerk mit Gesprächsführung und lässt Raum für das eigene Projekt, das Sie zum Abschluss vorstellen.',
    mandatory: ['PM', 'KO'],
    elective: ['AG', 'MP'],
    replaces: 'AG',
  },
  {
    code: 'L-FK',
    title: 'Führungskräfte-Curriculum',
    subtitle: 'Vier Module in sieben Monaten',
    teaser:
      'Führung lernen, erproben, reflektieren – in einer festen Gruppe, begleitet durch kollegiale Beratung.',
    why: 'Führung entwickelt sich über Monate, nicht an einem Wochenende. Zwischen den Modulen setzen Sie das Gelernte um und besprechen Ihre Erfahrungen in der Gruppe.',
    mandatory: ['FK', 'KF'],
    elective: ['AR', 'ZM'],
    replaces: 'MP',
  },
  {
    code: 'L-IS',
    title: 'Lehrgang Datenschutz und Informationssicherheit',
    subtitle: 'Fachkunde mit Abschlussprüfung',
    teaser: 'Zwei Rollen, ein Verständnis: Datenschutz und Sicherheit gemeinsam denken und organisieren.',
    why: 'In kleinen und mittleren Unternehmen liegen Datenschutz und Informationssicherheit oft in einer Hand. Der Lehrgang vermittelt beide Sichtweisen und zeigt, wo sie sich ergänzen und wo sie getrennt bleiben müssen.',
    mandatory: ['DS', 'IS'],
    elective: ['CO', 'KI'],
    replaces: 'DA',
  },
  {
    code: 'L-BH',
    title: 'Fachkraft Rechnungswesen und Controlling',
    subtitle: 'Praxislehrgang mit Zertifikat',
    teaser: 'Vom Beleg bis zum Bericht: das ganze Rechnungswesen in aufeinander aufbauenden Modulen.',
    why: 'Wer bucht, sollte wissen, was aus den Zahlen wird; wer berichtet, woher sie kommen. Der Lehrgang schließt diese Lücke und führt an einem durchgehenden Beispielunternehmen durch ein ganzes Geschäftsjahr.',
    mandatory: ['BH', 'CT'],
    elective: ['EX', 'VE'],
    replaces: 'OM',
  },
]
