// A measured instance with a catalogue, contacts and a running service.
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { loadCatalogue, readDataSet } from '../../support/data-set.ts'
import type { Service } from '../../support/kontor.ts'
import { chooseTargets, multiplyDataSet, type QueryTargets } from './catalogue.ts'
import { type Instance, openInstance } from './instance.ts'
import { type FilterValues, loadFilterValues } from './queries.ts'
import { type SeededContacts, seedContacts, seedStaffData, vacuum } from './seed.ts'

/** The amount of data of an instance. */
export type DataAmount = {
  /** A data set; undefined: the demo's. */
  dataSet: string | undefined
  /** Size of the catalogue as a multiple of the data set. */
  times: number
  /** Number of seeded contacts; 0: none. */
  contacts: number
  inCategory: number
  /** Whether bookings, leads and tasks are seeded. */
  staffData: boolean
}

export type LoadedInstance = AsyncDisposable & {
  instance: Instance
  service: Service
  catalogue: { events: number; dates: number }
  /** The requested parts of the catalogue, and the values that combinations are made from. */
  targets: QueryTargets
  filterValues: FilterValues
  contacts: SeededContacts
}

const bytesPerContact = 1900

/** Limits the number of contacts to half of the free disk space. */
export async function maxContacts(contacts: number): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir())
  return Math.min(contacts, Math.floor((bavail * bsize) / 2 / bytesPerContact))
}

/** Loads an instance and starts its service. */
export async function openLoadedInstance({
  dataSet: file,
  times,
  contacts: persons,
  inCategory,
  staffData,
}: DataAmount): Promise<LoadedInstance> {
  await using stack = new AsyncDisposableStack()
  const instance = stack.use(await openInstance())
  const { client, data } = instance
  const catalogue = await loadCatalogue(data, client, multiplyDataSet(await readDataSet(file), times))
  const contacts = await seedContacts(client, persons, inCategory)
  if (staffData) await seedStaffData(client, contacts)
  await vacuum(client)
  const loaded = {
    instance,
    service: await instance.serve(),
    catalogue,
    targets: await chooseTargets(client),
    filterValues: await loadFilterValues(client),
    contacts,
  }
  const own = stack.move()
  return { ...loaded, [Symbol.asyncDispose]: () => own.disposeAsync() }
}
