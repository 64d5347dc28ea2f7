import { Command } from 'commander'
import { firstClient } from '../access/client.ts'
import { inTransaction } from '../platform/database/database.ts'
import { dateIn } from '../platform/ground/clock.ts'
import { Failure } from '../platform/ground/errors.ts'
import { readCurrentSettings } from '../platform/settings/current-settings.ts'
import { createWebsiteKey, revokeWebsiteKey, selectWebsiteKeys } from '../website/key.sql.ts'
import { commaList, printTable, readId, UsageError, withInstance } from './command.ts'

/** `kontor key …` */
export const keyCommand = new Command('key').description(
  'keys of the public interface for websites: create, list, revoke',
)

const actor = { userId: null, via: 'kontor key' }

keyCommand
  .command('create')
  .description('create a key and print it')
  .requiredOption(
    '--client <ids>',
    'the client of the website, and others whose dates it shows and books, separated by commas; all: those of every client',
  )
  .option('--name <text>', 'the website', '')
  .option('--catalogs <ids>', 'the catalogues that it shows, separated by commas (default: all)')
  .option('--origins <list>', 'the origins of its pages, such as https://www.example.org (default: any)')
  .option('--hide-seats', 'do not show how many seats are free')
  .option('--server', 'a secret key for the website’s own server; it cannot be shown again')
  .action(
    async (options: {
      client: string
      name: string
      catalogs?: string
      origins?: string
      hideSeats?: true
      server?: true
    }) => {
      const [clientId, ...furtherClientIds] =
        options.client.trim() === 'all' ? [] : commaList(options.client).map((id) => readId(id, '--client'))
      const input = {
        furtherClientIds,
        showsAllClients: clientId === undefined,
        name: options.name,
        isSecret: options.server === true,
        catalogueIds: commaList(options.catalogs ?? '').map((id) => readId(id, '--catalogs')),
        origins: commaList(options.origins ?? ''),
        hidesSeats: options.hideSeats === true,
      }
      const { key } = await withInstance(({ db }) =>
        inTransaction(db, actor, async (tx) =>
          createWebsiteKey(tx, { ...input, clientId: clientId ?? (await firstClient(tx)) }),
        ),
      ).catch(toUsageError)
      console.log(key)
    },
  )

/** The error of the options, in words. */
function toUsageError(error: unknown): never {
  if (!(error instanceof Failure)) throw error
  throw new UsageError(
    error.details.map(({ field, message }) => `${field} ${message}`).join('; ') || error.message,
  )
}

keyCommand
  .command('list')
  .description('list the keys with their requests of the last 30 days; secret ones are not shown')
  .action(async () => {
    const keys = await withInstance(async ({ db, clock, settings }) => {
      const { timeZone } = await readCurrentSettings(db, settings)
      return selectWebsiteKeys(db, dateIn(timeZone, clock.now())).orderBy('k.id').execute()
    })
    printTable([
      ['id', 'clients', 'name', 'key', 'catalogues', 'origins', 'seats', 'created', 'revoked', 'requests'],
      ...keys.map((key) => [
        String(key.id),
        key.showsAllClients ? 'all' : [key.clientId, ...key.furtherClientIds].join(','),
        key.name,
        key.isSecret ? '(secret)' : key.key,
        key.catalogueIds.join(',') || 'all',
        key.isSecret ? '' : key.origins.join(',') || 'any',
        key.hidesSeats ? 'hidden' : 'shown',
        key.createdAt.slice(0, 10),
        key.revokedAt.slice(0, 10),
        String(key.requests),
      ]),
    ])
  })

keyCommand
  .command('revoke')
  .description('revoke a key, effective with the next request')
  .argument('<id>')
  .action(async (id: string) => {
    const keyId = readId(id, 'id')
    await withInstance(({ db }) => inTransaction(db, actor, (tx) => revokeWebsiteKey(tx, keyId))).catch(
      toUsageError,
    )
    console.error(`key ${keyId} is revoked`)
  })
