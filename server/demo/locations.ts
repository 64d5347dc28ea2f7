// The demo's data set: fictional hotels and conference centres.

type DemoLocation = {
  name: string
  street: string
  houseNumber: string
  zip: string
  city: string
  area: string
  isHotel: boolean
  rooms: string
  comment: string
}

const demoLocation = (
  name: string,
  address: string,
  area: string,
  rooms: string,
  comment: string,
): DemoLocation => {
  const [street, houseNumber, zip, city] = address.split('|') as [string, string, string, string]
  return { name, street, houseNumber, zip, city, area, isHotel: /hotel/i.test(name), rooms, comment }
}

export const locations: readonly DemoLocation[] = [
  demoLocation(
    'Akademiehaus Morgenfurt',
    'Uferstraße|14|50667|Köln',
    '221',
    '6 Seminarräume',
    'Eigenes Haus; Schlüssel am Empfang.',
  ),
  demoLocation(
    'Bildungszentrum Silberwiek',
    'Hafenstraße|3|20457|Hamburg',
    '40',
    '4 Seminarräume',
    'Aufzug nur im Nordflügel.',
  ),
  demoLocation(
    'Hotel Nebelquell',
    'Waldstraße|21|01309|Dresden',
    '30',
    '3 Tagungsräume, 84 Zimmer',
    'Tagungspauschale vereinbart.',
  ),
  demoLocation(
    'Seminarhotel Lerchensund',
    'Seestraße|48|18119|Rostock',
    '40',
    '5 Tagungsräume, 110 Zimmer',
    'Späte Anreise bis 23 Uhr möglich.',
  ),
  demoLocation(
    'Tagungshaus Föhrengrund',
    'Bergstraße|7|79102|Freiburg im Breisgau',
    '89',
    '2 Seminarräume',
    'Selbstversorgung mit Getränken.',
  ),
  demoLocation(
    'Hotel Otterklamm',
    'Brückenstraße|62|97070|Würzburg',
    '69',
    '4 Tagungsräume, 96 Zimmer',
    'Garage kostenpflichtig.',
  ),
  demoLocation(
    'Konferenzzentrum Falkenloh',
    'Ringstraße|100|60329|Frankfurt am Main',
    '69',
    '12 Konferenzräume',
    'Anlieferung über Hof 2.',
  ),
  demoLocation(
    'Schulungszentrum Ulmenbrück',
    'Industriestraße|9|10247|Berlin',
    '30',
    '5 Schulungsräume mit je 14 Arbeitsplätzen',
    'PC-Räume im 2. Stock.',
  ),
  demoLocation(
    'Hotel Ahornsiel',
    'Parkallee|33|28209|Bremen',
    '40',
    '3 Tagungsräume, 72 Zimmer',
    'Kontingent bis vier Wochen vorher kostenfrei stornierbar.',
  ),
  demoLocation(
    'Seminarhotel Weidenröhr',
    'Lindenstraße|5|93047|Regensburg',
    '89',
    '3 Tagungsräume, 58 Zimmer',
    'Altstadtlage, Parkplätze vorher reservieren.',
  ),
  demoLocation('Forum Haselgrund', 'Königstraße|27|70173|Stuttgart', '69', '8 Seminarräume', 'Barrierefrei.'),
  demoLocation(
    'Tagungszentrum Pappelfenn',
    'Schloßstraße|11|04109|Leipzig',
    '30',
    '7 Seminarräume',
    'Catering durch das Haus.',
  ),
  demoLocation(
    'Hotel Winterquell',
    'Gartenstraße|80|80339|München',
    '89',
    '6 Tagungsräume, 140 Zimmer',
    'Messezeiten: kein Kontingent.',
  ),
  demoLocation(
    'Pflegecampus Birkensund',
    'Wiesenweg|2|48149|Münster',
    '221',
    '4 Übungsräume mit Pflegebetten',
    'Material im Lagerraum 0.12.',
  ),
  demoLocation(
    'Werkstattforum Kieselbrück',
    'Ziegeleiweg|18|44139|Dortmund',
    '221',
    '3 Räume, Außengelände für Löschübungen',
    'Löschübung beim Haus anmelden.',
  ),
]

export const locationText = ({ name, city, rooms, isHotel }: DemoLocation): string =>
  `<p>${name} in ${city}: ${rooms}. ${isHotel ? 'Übernachtung im Haus, Frühstück am Buffet.' : 'Hotels in verschiedenen Preislagen sind zu Fuß erreichbar.'}</p>`
