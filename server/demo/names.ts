// The demo's data set: names of people, streets, towns and fictional companies; telephone numbers that are not in use.
import type { Random } from './random.ts'

const words = (text: string): readonly string[] => text.split(' ')

const womensNames = words(
  'Anna Birgit Carla Dorothea Elif Emma Esra Eva Franziska Friederike Gabriele Greta Hannah Heike Ida Ines Isabel Jana Johanna Julia Karin Katharina Käthe Kerstin Lara Laura Lena Leyla Lisa Luise Magdalena Maja Maren Maria Marie Marlene Martina Meike Melanie Mia Monika Nadine Nele Nicole Nina Olga Petra Rebecca Renate Sabine Sandra Sarah Silke Simone Sonja Sophie Stefanie Susanne Tanja Theresa Tülay Ulrike Ursula Vera Wiebke Yasmin Zoë Änne',
)
const mensNames = words(
  'Alexander Ali Andreas Anton Arne Axel Bastian Benjamin Bernd Björn Christian Christoph Daniel David Dennis Dirk Emre Erik Fabian Felix Florian Frank Georg Götz Günter Hannes Hans Heiko Hendrik Holger Ingo Jakob Jan Jens Jochen Jonas Jörg Julian Jürgen Kai Karsten Klaus Konstantin Lars Leon Lukas Malte Manuel Marco Markus Martin Matthias Max Mehmet Michael Moritz Niklas Oliver Oskar Patrick Paul Peter Philipp Rainer Ralf René Robert Rüdiger Sebastian Simon Stefan Sven Thomas Tim Tobias Torsten Uwe Volker Wolfgang Yusuf',
)
export const lastNames = words(
  'Adler Albrecht Arnold Aydın Bach Bauer Baumann Beck Becker Behrens Berger Bergmann Böhm Brandt Braun Brückner Busch Demir Dietrich Ditzler Dörfler Ebert Eggers Eichhorn Engel Ernst Fiedler Fischer Förster Frank Franke Frey Friedrich Fuchs Gärtner Geiger Gerlach Graf Großmann Günther Haas Hahn Hansen Hartmann Heinrich Heinze Henning Herrmann Hoffmann Hofmann Horn Huber Jäger Jahn Jansen Kaiser Kaya Keller Kern Kirchner Klein Köhler König Körner Kowalski Krämer Kraus Krause Krüger Kuhn Kühn Lang Lange Lehmann Lindner Lorenz Ludwig Lüdtke Maier Marx May Meier Meyer Möller Mühlbauer Müller Naumann Neumann Nguyen Nowak Ott Otto Öztürk Paulsen Peters Petersen Pfeiffer Pohl Popescu Reimann Reinhardt Reuter Richter Riedel Ritter Roth Sauer Schäfer Schilling Schlüter Schmid Schmidt Schmitt Schmitz Schneider Scholz Schreiber Schröder Schubert Schulte Schulz Schumacher Schuster Schütz Schwarz Seidel Seifert Simon Sommer Stein Thomas Ullrich Vogel Vogt Voigt Voß Wagner Walter Weber Weiß Wenzel Werner Winkler Winter Wittmann Wolf Wulff Yıldız Ziegler Zimmermann',
)
const doubleNames = words('Brandt-Köhler Meyer-Öztürk Schulze-Wiegand von-Ahlen Groß-Heitmann')
const titles = words('Dr. Dr. Dr. Prof.')

export type Name = { salutation: 'mr' | 'ms'; title: string; firstName: string; lastName: string }

export function personName(random: Random): Name {
  const isWoman = random.chance(0.53)
  return {
    salutation: isWoman ? 'ms' : 'mr',
    title: random.chance(0.05) ? random.pick(titles) : '',
    firstName: random.pick(isWoman ? womensNames : mensNames),
    lastName: random.chance(0.02) ? random.pick(doubleNames).replace('von-', 'von ') : random.pick(lastNames),
  }
}

export type Town = { zip: string; city: string; state: string; area: string }

const town = (zip: string, city: string, state: string, area: string): Town => ({ zip, city, state, area })
/** Real towns; `area`: the nearest area code with numbers reserved for fiction. */
export const towns: readonly Town[] = [
  town('10115', 'Berlin', 'Berlin', '30'),
  town('10587', 'Berlin', 'Berlin', '30'),
  town('12043', 'Berlin', 'Berlin', '30'),
  town('13353', 'Berlin', 'Berlin', '30'),
  town('14467', 'Potsdam', 'Brandenburg', '30'),
  town('04109', 'Leipzig', 'Sachsen', '30'),
  town('01067', 'Dresden', 'Sachsen', '30'),
  town('39104', 'Magdeburg', 'Sachsen-Anhalt', '30'),
  town('20095', 'Hamburg', 'Hamburg', '40'),
  town('22765', 'Hamburg', 'Hamburg', '40'),
  town('21073', 'Hamburg', 'Hamburg', '40'),
  town('24103', 'Kiel', 'Schleswig-Holstein', '40'),
  town('23552', 'Lübeck', 'Schleswig-Holstein', '40'),
  town('28195', 'Bremen', 'Bremen', '40'),
  town('30159', 'Hannover', 'Niedersachsen', '40'),
  town('18055', 'Rostock', 'Mecklenburg-Vorpommern', '40'),
  town('50667', 'Köln', 'Nordrhein-Westfalen', '221'),
  town('51065', 'Köln', 'Nordrhein-Westfalen', '221'),
  town('50823', 'Köln', 'Nordrhein-Westfalen', '221'),
  town('53111', 'Bonn', 'Nordrhein-Westfalen', '221'),
  town('40213', 'Düsseldorf', 'Nordrhein-Westfalen', '221'),
  town('44135', 'Dortmund', 'Nordrhein-Westfalen', '221'),
  town('45127', 'Essen', 'Nordrhein-Westfalen', '221'),
  town('52062', 'Aachen', 'Nordrhein-Westfalen', '221'),
  town('48143', 'Münster', 'Nordrhein-Westfalen', '221'),
  town('33602', 'Bielefeld', 'Nordrhein-Westfalen', '221'),
  town('60311', 'Frankfurt am Main', 'Hessen', '69'),
  town('60486', 'Frankfurt am Main', 'Hessen', '69'),
  town('63065', 'Offenbach am Main', 'Hessen', '69'),
  town('65183', 'Wiesbaden', 'Hessen', '69'),
  town('64283', 'Darmstadt', 'Hessen', '69'),
  town('34117', 'Kassel', 'Hessen', '69'),
  town('55116', 'Mainz', 'Rheinland-Pfalz', '69'),
  town('56068', 'Koblenz', 'Rheinland-Pfalz', '69'),
  town('66111', 'Saarbrücken', 'Saarland', '69'),
  town('68159', 'Mannheim', 'Baden-Württemberg', '69'),
  town('69117', 'Heidelberg', 'Baden-Württemberg', '69'),
  town('97070', 'Würzburg', 'Bayern', '69'),
  town('99084', 'Erfurt', 'Thüringen', '69'),
  town('80331', 'München', 'Bayern', '89'),
  town('80636', 'München', 'Bayern', '89'),
  town('81541', 'München', 'Bayern', '89'),
  town('86150', 'Augsburg', 'Bayern', '89'),
  town('90402', 'Nürnberg', 'Bayern', '89'),
  town('93047', 'Regensburg', 'Bayern', '89'),
  town('89073', 'Ulm', 'Baden-Württemberg', '89'),
  town('70173', 'Stuttgart', 'Baden-Württemberg', '89'),
  town('79098', 'Freiburg im Breisgau', 'Baden-Württemberg', '89'),
]
/** Towns outside Germany, without telephone numbers: reserved ones are known for Germany only. */
export const townsAbroad: readonly (Town & { country: string; street: string })[] = [
  { ...town('1010', 'Wien', '', ''), country: 'AT', street: 'Lindengasse' },
  { ...town('5020', 'Salzburg', '', ''), country: 'AT', street: 'Gartengasse' },
  { ...town('8001', 'Zürich', 'ZH', ''), country: 'CH', street: 'Birkenweg' },
  { ...town('3011', 'Bern', 'BE', ''), country: 'CH', street: 'Ahornweg' },
  { ...town('1011', 'Amsterdam', '', ''), country: 'NL', street: 'Lindelaan' },
  { ...town('75011', 'Paris', '', ''), country: 'FR', street: 'Rue des Tilleuls' },
  { ...town('00-020', 'Warszawa', '', ''), country: 'PL', street: 'ulica Lipowa' },
  { ...town('1264', 'København', '', ''), country: 'DK', street: 'Lindevej' },
  { ...town('110 00', 'Praha', '', ''), country: 'CZ', street: 'Lipová' },
  { ...town('28013', 'Madrid', '', ''), country: 'ES', street: 'Calle de los Tilos' },
]
export const namesAbroad = [
  'Zoë van Dijk',
  'Łukasz Wiśniewski',
  'Søren Kjær',
  'Chloé Lefèvre',
  'Íñigo Muñoz',
  'Markéta Dvořáková',
  'Beat Zgraggen',
  'Ágnes Szőke',
  'Åsa Lindqvist',
  'Reto Caduff',
  'Małgorzata Zielińska',
  'João Gonçalves',
  'Siobhán O’Neill',
  'Thị Hương Trần',
] as const

export const streets = words(
  'Ahornweg Albrechtstraße Amselweg Bahnhofstraße Bergstraße Birkenallee Brückenstraße Buchenweg Dorfstraße Eichenweg Feldstraße Finkenweg Fliederweg Gartenstraße Goethestraße Hafenstraße Hauptstraße Heideweg Industriestraße Jahnstraße Kastanienallee Kirchstraße Kiefernweg Königstraße Lerchenweg Lindenstraße Marktplatz Mozartstraße Mühlenweg Parkallee Poststraße Ringstraße Rosenweg Schillerstraße Schloßstraße Schulstraße Seestraße Sonnenweg Tulpenweg Uferstraße Waldstraße Wiesenweg Ziegeleiweg',
)
export const houseNumber = (random: Random) =>
  `${random.int(1, 180)}${random.chance(0.12) ? random.pick(['a', 'b', 'c']) : ''}`

const nameParts = [
  words(
    'Ahorn Birken Dachs Eber Falken Hasel Hirsch Kiesel Lerchen Marder Nebel Otter Pappel Reiher Silber Tannen Ulmen Wacholder Weiden Winter Zeisig Föhren Schlehen Tauben',
  ),
  words('wiek quell brück siel loh röhr fenn grund klamm sund'),
] as const

/** Kinds of companies: name pattern, sector, and whether it is a public body. */
const trades = [
  ['Maschinenbau GmbH', 'Maschinenbau'],
  ['Medizintechnik GmbH', 'Medizintechnik'],
  ['Logistik GmbH & Co. KG', 'Logistik'],
  ['Software GmbH', 'Informationstechnik'],
  ['Pflegedienste gGmbH', 'Pflege'],
  ['Lebensmittel AG', 'Lebensmittel'],
  ['Elektrotechnik GmbH', 'Elektrotechnik'],
  ['Versicherungsmakler GmbH', 'Versicherungen'],
  ['Bau GmbH', 'Bauwirtschaft'],
  ['Energie eG', 'Energie'],
  ['Großhandel GmbH & Co. KG', 'Handel'],
  ['Kunststofftechnik GmbH', 'Kunststoff'],
  ['Stadtwerke GmbH', 'Energie'],
  ['Klinikum gGmbH', 'Gesundheit'],
  ['Druckhaus KG', 'Medien'],
  ['Metallbau e. K.', 'Metall'],
  ['Immobilien SE', 'Immobilien'],
  ['Steuerberatung PartG mbB', 'Beratung'],
  ['Wohnstift e. V.', 'Pflege'],
  ['Chemie GmbH', 'Chemie'],
  ['Möbelwerke GmbH', 'Handel'],
  ['Verkehrsbetriebe GmbH', 'Verkehr'],
  ['Bildungswerk e. V.', 'Bildung'],
  ['Personaldienst GmbH', 'Beratung'],
] as const

/** The n-th company; names are unique. */
export function companyName(index: number): { name: string; sector: string; domain: string } {
  const [first, second] = nameParts
  const stem = `${first[index % first.length]!}${second[Math.floor(index / first.length) % second.length]!}`
  const [trade, sector] = trades[(index * 7 + Math.floor(index / 240) * 5) % trades.length]!
  return { name: `${stem} ${trade}`, sector, domain: `${slug(stem)}-${slug(trade.split(' ')[0]!)}.example` }
}

/** A telephone number in the ranges reserved for fiction. */
export function phoneNumber(random: Random, area: string): string {
  const stem = { '30': '23125', '40': '66969', '69': '90009', '89': '99998', '221': '4710' }[area] ?? '23125'
  return `${stem}${String(random.int(0, 999)).padStart(3, '0')}`
}
export function mobileNumber(random: Random): readonly [area: string, number: string] {
  const last = String(random.int(0, 99)).padStart(2, '0')
  return random.pick([
    ['152', '28817386'],
    ['152', '28895456'],
    ['152', '54599371'],
    ['171', `39200${last}`],
    ['171', `39200${last}`],
    ['176', `040690${last}`],
    ['176', `040690${last}`],
  ] as const)
}

const letters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'oe',
  æ: 'ae',
  å: 'aa',
  ł: 'l',
  ı: 'i',
  đ: 'd',
}
/** Lower-case ASCII with hyphens, for addresses and paths. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[äöüßøæåłıđ]/g, (character) => letters[character]!)
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, (other) => (/[\s\-–:/.,]/.test(other) ? '-' : ''))
    .replace(/^-|-$/g, '')

export const departments = [
  'Personal',
  'Einkauf',
  'Vertrieb',
  'IT',
  'Rechnungswesen',
  'Produktion',
  'Qualitätssicherung',
  'Marketing',
  'Geschäftsführung',
  'Pflegedienst',
  'Kundenservice',
  '',
] as const
export const positions = [
  'Sachbearbeitung',
  'Teamleitung',
  'Abteilungsleitung',
  'Referent',
  'Assistenz',
  'Projektleitung',
  'Geschäftsführung',
  'Fachkraft',
  'Personalentwicklung',
  '',
] as const

export const privateDomains = [
  'postfach.example',
  'heimnetz.example',
  'briefkasten.example',
  'meinepost.example',
] as const

export const contactCategories = [
  'Teilnehmende',
  'Personalentwicklung',
  'Newsletter Seminare',
  'Newsletter Recht',
  'Newsletter Pflege',
  'Trainerinnen und Trainer',
  'Firmenkunden',
  'Öffentlicher Dienst',
  'Interessenten',
  'Kooperationspartner',
  'Presse',
  'Katalogversand',
].map((name, index) => ({ id: index + 1, name }))
