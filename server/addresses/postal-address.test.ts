// Addresses are printed by the rule of their country.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PrintedAddress, postalLines } from './postal-address.ts'

const cases: readonly [address: Partial<PrintedAddress>, lines: readonly string[]][] = [
  [
    { street: 'Hafenstr.', houseNumber: '12', zip: '20457', city: 'Hamburg', country: '' },
    ['Hafenstr. 12', '20457 Hamburg'],
  ],
  [
    { street: 'Hafenstr.', houseNumber: '12', zip: '20457', city: 'Hamburg', country: 'Deutschland' },
    ['Hafenstr. 12', '20457 Hamburg'],
  ],
  [
    { street: 'rue de Rivoli', houseNumber: '4', zip: '75001', city: 'Paris', country: 'Frankreich' },
    ['4 rue de Rivoli', '75001 Paris', 'FRANCE'],
  ],
  [
    { street: 'Downing Street', houseNumber: '10', zip: 'SW1A 2AA', city: 'London', country: 'GB' },
    ['10 Downing Street', 'London', 'SW1A 2AA', 'UNITED KINGDOM'],
  ],
  [
    {
      street: 'Market St',
      houseNumber: '548',
      zip: '94104',
      city: 'San Francisco',
      state: 'CA',
      country: 'USA',
    },
    ['548 Market St', 'San Francisco, CA 94104', 'UNITED STATES'],
  ],
  [
    { street: 'Damrak', houseNumber: '1', zip: '1012 LG', city: 'Amsterdam', country: 'NL' },
    ['Damrak 1', '1012 LG Amsterdam', 'NETHERLANDS'],
  ],
  [
    { street: 'ul. Żytnia', houseNumber: '15', zip: '01-014', city: 'Warszawa', country: 'Polen' },
    ['ul. Żytnia 15', '01-014 Warszawa', 'POLAND'],
  ],
  [
    { street: 'Stephansplatz', houseNumber: '1/2', zip: '1010', city: 'Wien', country: 'AT' },
    ['Stephansplatz 1/2', '1010 Wien', 'AUSTRIA'],
  ],
  [
    { street: 'Bahnhofstrasse', houseNumber: '1', zip: '8001', city: 'Zürich', country: 'CH' },
    ['Bahnhofstrasse 1', '8001 Zürich', 'SWITZERLAND'],
  ],
  [
    { street: '1234', isPostOfficeBox: true, zip: '20457', city: 'Hamburg', country: 'DE' },
    ['Postfach 1234', '20457 Hamburg'],
  ],
  [
    { street: '12', isPostOfficeBox: true, zip: '1012 LG', city: 'Amsterdam', country: 'NL' },
    ['PO Box 12', '1012 LG Amsterdam', 'NETHERLANDS'],
  ],
  [{ street: 'Weg 1', zip: '99', city: 'Nirgends', country: 'Utopia' }, ['Weg 1', '99 Nirgends', 'UTOPIA']],
  [{ street: '', zip: '', city: 'Hamburg', country: 'DE' }, ['Hamburg']],
  [
    {
      receiver: ['Nordlicht GmbH', 'Anna Schmidt'],
      street: 'Weg 1',
      zip: '20457',
      city: 'Hamburg',
      country: 'DE',
    },
    ['Nordlicht GmbH', 'Anna Schmidt', 'Weg 1', '20457 Hamburg'],
  ],
  [{ street: '', zip: '', city: '', country: '' }, []],
]

test('the order of the lines, the house number, the state and the country', () => {
  for (const [address, lines] of cases)
    assert.deepEqual(postalLines({ street: '', zip: '', city: '', country: '', ...address }, 'DE'), lines)
})

test('at home in another country', () => {
  const vienna = { street: 'Graben 1', zip: '1010', city: 'Wien', country: 'Österreich' }
  assert.deepEqual(postalLines(vienna, 'AT'), ['Graben 1', '1010 Wien'])
  const hamburg = { street: 'Weg 1', zip: '20457', city: 'Hamburg', country: 'DE' }
  assert.deepEqual(postalLines(hamburg, 'AT'), ['Weg 1', '20457 Hamburg', 'GERMANY'])
})
