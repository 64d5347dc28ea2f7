import { Command } from 'commander'
import { createToken, endOfDate, listTokens, revokeToken } from '../access/token.sql.ts'
import { inTransaction } from '../platform/database/database.ts'
import { isDate } from '../platform/http/validation.ts'
import { readCurrentSettings } from '../platform/runtime/current-settings.ts'
import { commaList, printTable, readId, UsageError, withInstance } from './command.ts'

/** `kontor token …` */
export const tokenCommand = new Command('token').description('API tokens: create, list, revoke')

tokenCommand
  .command('create')
  .description('create a token and print it; it cannot be shown again')
  .requiredOption('--user <id-or-email>', 'the user of the token')
  .option('--label <text>', 'purpose of the token', '')
  .option('--expires <date>', 'last day on which the token is valid, YYYY-MM-DD')
  .option('--operations <list>', 'limit the token to operations: a list of operationIds, separated by commas')
  .action(async (options: { user: string; label: string; expires?: string; operations?: string }) => {
    const operations = commaList(options.operations ?? '')
    if (operations.length > 0) await checkOperations(operations)
    if (options.expires !== undefined && !isDate(options.expires))
      throw new UsageError('--expires must be a date, YYYY-MM-DD')
    const token = await withInstance(async ({ db, settings }) => {
      const { timeZone } = await readCurrentSettings(db, settings)
      const expiresAt = options.expires ? endOfDate(options.expires, timeZone) : undefined
      return inTransaction(db, { userId: null, via: 'kontor token' }, (tx) =>
        createToken(tx, { user: options.user, label: options.label, expiresAt, operations }),
      )
    })
    console.log(token.token)
  })

// The interface is loaded only for its names: it takes longer than the command.
async function checkOperations(operations: string[]): Promise<void> {
  const { endpoints } = await import('../interface.ts')
  const unknown = operations.filter((id) => !endpoints.some((endpoint) => endpoint.id === id))
  if (unknown.length > 0)
    throw new UsageError(
      `--operations: there is no ${unknown.join(', ')}; there are ${endpoints.map((one) => one.id).join(', ')}`,
    )
}

tokenCommand
  .command('list')
  .description('list the tokens, without their secrets')
  .action(async () => {
    const tokens = await withInstance(({ db }) => listTokens(db))
    const formatTime = (moment: Date | null) => moment?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
    printTable([
      ['id', 'user', 'label', 'operations', 'created', 'expires', 'revoked', 'last used'],
      ...tokens.map((token) => [
        String(token.id),
        token.userEmail,
        token.label,
        token.operations.join(',') || 'all',
        formatTime(token.createdAt),
        formatTime(token.expiresAt),
        formatTime(token.revokedAt),
        formatTime(token.lastUsedAt),
      ]),
    ])
  })

tokenCommand
  .command('revoke')
  .description('revoke a token, effective with the next request')
  .argument('<id>')
  .action(async (id: string) => {
    const tokenId = readId(id, 'id')
    await withInstance(({ db }) =>
      inTransaction(db, { userId: null, via: 'kontor token' }, (tx) => revokeToken(tx, tokenId)),
    )
    console.error(`token ${tokenId} is revoked`)
  })
