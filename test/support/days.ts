// Days on which the tests must pass, as times in the instance's time zone, each with a time zone of the machine.

export const instanceZone = 'Europe/Berlin'

/** Local time of the instance, and time zone of the machine. */
export type Moment = { at: string; zone: string }

const west = 'America/Los_Angeles'
const east = 'Pacific/Kiritimati'

const listed: readonly [at: string, zone: string][] = [
  ['2026-01-01T00:05', 'UTC'], // New Year
  ['2026-02-28T23:50', east], // end of February
  ['2026-03-29T00:30', instanceZone], // the clock goes forward, before
  ['2026-03-29T03:01', west], // just after
  ['2026-04-03T12:00', 'UTC'], // Good Friday
  ['2026-04-30T23:59', west], // end of a month of 30 days
  ['2026-05-31T10:00', east], // Sunday and end of a month
  ['2026-06-21T08:00', instanceZone], // Sunday
  ['2026-08-31T00:01', 'UTC'], // Monday, six months before the end of a shorter month
  ['2026-10-03T09:00', west], // German Unity Day
  ['2026-10-25T01:59', instanceZone], // the clock goes back, before
  ['2026-10-25T03:00', 'UTC'], // just after
  ['2026-11-22T02:30', 'UTC'], // Sunday
  ['2026-12-25T15:00', east], // Christmas
  ['2026-12-31T23:58', west], // end of the year
  ['2027-01-01T00:30', instanceZone], // New Year
  ['2027-01-31T12:00', 'UTC'], // Sunday, a day that the next month lacks
  ['2027-02-28T22:00', west], // Sunday and end of February
  ['2027-03-28T01:30', 'UTC'], // the clock goes forward
  ['2027-03-29T00:10', east], // Easter Monday, the day after
  ['2027-05-01T11:00', instanceZone], // Labour Day, a Saturday
  ['2027-07-04T23:30', west], // Sunday
  ['2027-10-31T02:30', east], // the clock goes back: an hour occurs twice
  ['2027-11-01T00:00', instanceZone], // the day after
  ['2027-12-26T18:00', 'UTC'], // Sunday and Boxing Day
  ['2028-02-29T00:20', west], // leap day
  ['2028-02-29T23:40', east],
  ['2028-03-26T03:00', instanceZone], // the clock goes forward
  ['2028-10-29T00:59', 'UTC'], // the clock goes back
  ['2028-12-31T23:59', east], // Sunday and end of the year
]

export const moments: readonly Moment[] = listed.map(([at, zone]) => ({ at, zone }))

/** A few of them, for every run of the check. */
export const fewMoments: readonly Moment[] = moments.filter(({ at }) =>
  ['2026-11-22', '2027-10-31', '2028-02-29T23'].some((day) => at.startsWith(day)),
)
