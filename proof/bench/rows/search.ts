// The search of the back office: 200 queries of different kinds, one after the other, on the seeded contacts.
import { median } from '../compare.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { emailOf } from '../instance/seed.ts'
import { signInToOffice } from './office.ts'

type QueryKind = { name: string; buildQuery: (n: number) => string; finds: boolean }

const firstNames = ['Anna', 'Jürgen', 'Mehmet', 'Zoë', 'Paul', 'Katarzyna', 'Lea', 'Søren', 'Jana', 'Giulia']
const typos = [
  'kohlr',
  'shmidt',
  'yilmas',
  'wiegel',
  'novak',
  'fisher',
  'brnadt',
  'lindquist',
  'meier',
  'vogle',
]
const pick = (list: readonly string[], n: number): string => list[n % list.length]!

/** 200 different queries. The name of person n is the one in proof/bench/instance/seed.ts. */
const queryKinds: QueryKind[] = [
  {
    name: 'exact',
    buildQuery: (n) => (n % 2 ? emailOf(n) : `${firstNames[n % 10]} ${n}`),
    finds: true,
  },
  { name: 'part of a word', buildQuery: (n) => `on.${n}@betrieb-${n % 5000}`, finds: true },
  {
    name: 'without accents',
    buildQuery: (n) => `${pick(['munchen', 'Muenchen', 'KOLN', 'gorlitz', 'Muenster'], n)} ${n}`,
    finds: false,
  },
  {
    name: 'typo',
    buildQuery: (n) => `${pick(typos, n)} ${pick(['hamburg', 'anna', 'koln', String(n)], n >> 3)}`,
    finds: false,
  },
  {
    name: 'frequent words',
    buildQuery: (n) =>
      pick(
        ['an', 'betrieb', 'example', 'köhler', 'hamburg', 'anna schmidt', 'pe', 'jana vogel hamburg'],
        n >> 2,
      ),
    finds: true,
  },
  { name: 'phone number', buildQuery: (n) => `+49 (0)40 ${6_000_000 + n}`, finds: true },
  {
    name: 'nothing found',
    buildQuery: (n) => `${pick(['xqzw', 'tannenbaumschmuck', 'wuchtgeber'], n)} ${n}`,
    finds: false,
  },
]

const queriesPerKind = [40, 40, 30, 30, 30, 15, 15]

/** @throws if a query that must find something does not */
export async function measureSearch(
  loaded: LoadedInstance,
): Promise<{ median: number; p95: number; text: string }> {
  const { contacts } = loaded
  const read = await signInToOffice(loaded)
  const query = (q: string) => read(`/search?q=${encodeURIComponent(q)}`)
  const all: number[] = []
  const lines: string[] = []
  for (const warm of [true, false])
    for (const [kindIndex, { name, buildQuery, finds }] of queryKinds.entries()) {
      const durations: number[] = []
      for (let index = 0; index < queriesPerKind[kindIndex]!; index++) {
        const q = buildQuery(1 + ((index * 7919 + (warm ? 13 : 0)) % contacts.persons))
        const answer = await query(q)
        if (finds && answer.count === 0) throw new Error(`the search for ${q} finds nothing`)
        durations.push(answer.durationMs)
      }
      if (warm) continue
      all.push(...durations)
      lines.push(`${name} ${median(durations).toFixed(0)} (max. ${Math.max(...durations).toFixed(0)})`)
    }
  const p95 = all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)]!
  return {
    median: median(all),
    p95,
    text: `median ${median(all).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (target: below 100) of ${all.length} queries among ${contacts.persons.toLocaleString('en')} contacts; in ms: ${lines.join(', ')}`,
  }
}
