// Checks of the files and the disks.
import { constants } from 'node:fs'
import { access, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Files } from '../files/files.ts'
import { assertMark, incomingName, loadMark, markName } from '../files/files-mark.ts'
import { openFiles } from '../files/open-files.ts'
import { NotReady } from '../ground/errors.ts'
import { readDisks } from '../runtime/disk-space.ts'
import type { Settings } from '../settings/settings.ts'
import { type Check, type CheckedInstance, type CheckResult, failed, ok, warning } from './check.ts'

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/** The folder itself, or the nearest one above it that exists. */
async function existingFolder(folder: string): Promise<string> {
  try {
    await stat(folder)
    return folder
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    return existingFolder(dirname(folder))
  }
}

async function assertWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK | constants.X_OK).catch((error) => {
    throw new NotReady(`${folder} cannot be written (${codeOf(error)})`)
  })
}

/** Whether a start can create a folder that is missing. */
async function checkNewFolder(folder: string): Promise<CheckResult> {
  await assertWritable(await existingFolder(folder))
  return ok(`${folder} can be created by the first start`)
}

/** Opens the store without creating anything in the folders of the instance. */
async function withStore<T>(settings: Settings, work: (files: Files) => Promise<T>): Promise<T> {
  const removeUnlessStored = async () => {}
  const incoming = settings.filesBucket && (await mkdtemp(join(tmpdir(), 'kontor-check-')))
  const files = await openFiles(incoming ? { ...settings, filesFolder: incoming } : settings, {
    removeUnlessStored,
  })
  try {
    return await work(files)
  } finally {
    files.close()
    if (incoming) await rm(incoming, { recursive: true, force: true })
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const readMark = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, markName), 'utf8').then(
    (text) => text.trim(),
    (error) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    },
  )

async function checkStore({ settings, database }: CheckedInstance): Promise<CheckResult> {
  const { filesFolder, filesBucket } = settings
  const mark = database?.hasTables ? await loadMark(database.db) : undefined
  // A start creates what the store lacks, but not its mark.
  if (!filesBucket && !(await exists(join(filesFolder, incomingName)))) {
    if (mark !== undefined) assertMark(filesFolder, await readMark(filesFolder), mark)
    return checkNewFolder(filesFolder)
  }
  return withStore(settings, async (files) => {
    if (mark !== undefined) files.expectMark(mark)
    await files.verify()
    await files.probe()
    return ok(
      `${files.name} can be written${mark === undefined ? '; the service takes it at its first start' : ''}`,
    )
  })
}

export const filesCheck: Check = {
  name: 'files',
  looksAt: 'the store of the files is that of the instance, and can be written',
  failure: 'not ready',
  runs: 'everywhere',
  help: 'Mount the share, or make the bucket reachable; until then, files can be neither stored nor read.',
  alert: {
    severity: 'critical',
    after: '2m',
    summary: 'Kontor on {{ $labels.instance }} cannot use the store of its files.',
  },
  async run(subject) {
    const { service, settings } = subject
    if (!service) return [await checkStore(subject)]
    await service.files.verify()
    await assertWritable(join(settings.filesFolder, incomingName))
    return [ok(`${service.files.name} is the store of this instance`)]
  },
}

/** The data folder of an embedded database. That of the files is checked with the store. */
export const dataFolderCheck: Check = {
  name: 'data-folder',
  looksAt: 'the data folder exists, or can be created',
  failure: 'error',
  runs: 'commands',
  help: 'Give the account of the service the right to write there, or set KONTOR_DATA to another folder.',
  alert: false,
  async run({ settings: { dataFolder, databaseUrl } }) {
    if (databaseUrl) return []
    if (!(await exists(dataFolder))) return [await checkNewFolder(dataFolder)]
    await assertWritable(dataFolder)
    return [ok(`${dataFolder} can be written`)]
  },
}

/** PostgreSQL and uploads fail soon. */
const minFreeBytes = 64 * 1024 * 1024

const gigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(1)

export const diskCheck: Check = {
  name: 'disk',
  looksAt: 'free space of the disks with the data folder, the embedded database and the files',
  failure: 'not ready',
  runs: 'everywhere',
  help: 'Free space, or enlarge the disk: a full disk stops all writes.',
  alert: {
    severity: 'critical',
    after: '5m',
    onWarning: true,
    summary: 'A disk of {{ $labels.instance }} is full or nearly full.',
  },
  async run({ settings }) {
    // Before the first start, the folders are missing.
    const [dataFolder, filesFolder] = await Promise.all([
      existingFolder(settings.dataFolder),
      existingFolder(settings.filesFolder),
    ])
    const disks = await readDisks({ ...settings, dataFolder, filesFolder })
    return disks.map(({ contents, freeBytes, isLow }) => {
      const text = `${contents.join(', ')}: ${gigabytes(freeBytes)} GiB free`
      if (freeBytes < minFreeBytes) {
        const full = `${text}: the disk is full`
        return failed(full, new NotReady(full, '53100'))
      }
      return isLow ? warning(`${text}, less than KONTOR_DISK_WARNING`) : ok(text)
    })
  },
}
