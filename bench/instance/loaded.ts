// What the rows are measured on: an instance with a catalogue and contacts, and a service on it.
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type Choice, choose, loadCatalogue, readDataSet, timesDataSet } from './catalogue.ts'
import { type Instance, openInstance } from './instance.ts'
import type { Service } from './kontor.ts'
import { type Ground, groundOf } from './queries.ts'
import { type Seeded, seedContacts, seedWork, settle } from './seed.ts'

/** How much an instance holds. */
export type Amount = {
  /** A data set; undefined: the demo's. */
  dataSet: string | undefined
  /** How often the catalogue is in it. */
  times: number
  /** 0: none are seeded. */
  contacts: number
  inCategory: number
  /** Whether bookings, leads and tasks are seeded. */
  work: boolean
}

export type Loaded = AsyncDisposable & {
  instance: Instance
  service: Service
  catalogue: { events: number; dates: number }
  /** What of the catalogue is asked for, and what combinations are made from. */
  choice: Choice
  ground: Ground
  contacts: Seeded
}

const bytesPerContact = 1900

/** As many contacts as leave half of the disk's free space alone. */
export async function affordable(contacts: number): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir())
  return Math.min(contacts, Math.floor((bavail * bsize) / 2 / bytesPerContact))
}

/** A loaded instance with a service. */
export async function load({
  dataSet: file,
  times,
  contacts: persons,
  inCategory,
  work,
}: Amount): Promise<Loaded> {
  await using stack = new AsyncDisposableStack()
  const instance = stack.use(await openInstance())
  const { client, data } = instance
  const catalogue = await loadCatalogue(data, client, timesDataSet(await readDataSet(file), times))
  const contacts = await seedContacts(client, persons, inCategory)
  if (work) await seedWork(client, contacts)
  await settle(client)
  const loaded = {
    instance,
    service: await instance.serve(),
    catalogue,
    choice: await choose(client),
    ground: await groundOf(client),
    contacts,
  }
  const own = stack.move()
  return { ...loaded, [Symbol.asyncDispose]: () => own.disposeAsync() }
}
