import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holidayLookup } from './holidays.ts'

for (const zone of ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati'])
  test(`holidays are the same days on a machine in ${zone}`, () => {
    process.env['TZ'] = zone
    assert.equal(new Intl.DateTimeFormat().resolvedOptions().timeZone, zone)
    const nameOf = holidayLookup('BY')
    assert.deepEqual(
      ['2027-12-24', '2027-12-25', '2027-12-26', '2027-12-27', '2028-01-01', '2028-06-15'].map(nameOf),
      [
        undefined,
        'ERSTERWEIHNACHTSFEIERTAG',
        'ZWEITERWEIHNACHTSFEIERTAG',
        undefined,
        'NEUJAHRSTAG',
        'FRONLEICHNAM',
      ],
    )
  })
