import { Command } from 'commander'
import { createToken, listTokens, revokeToken } from '../access/token.sql.ts'
import { notifyAccount } from '../platform/auth/account-mail.ts'
import { inTransaction } from '../platform/database/database.ts'
import { dayEnds } from '../platform/ground/clock.ts'
import { rightsOf } from '../platform/http/endpoint.ts'
import { parseOrigin } from '../platform/http/request/cors.ts'
import { isDate } from '../platform/http/validation.ts'
import { readCurrentSettings } from '../platform/settings/current-settings.ts'
import { commaList, printTable, readId, UsageError, withInstance } from './command.ts'

/** `kontor token …` */
export const tokenCommand = new Command('token').description('API tokens: create, list, revoke')

type TokenOptions = { user: string; label: string; expires?: string; operations?: string; origins?: string }

tokenCommand
  .command('create')
  .description('create a token and print it; it cannot be shown again')
  .requiredOption('--user <id-or-email>', 'the user of the token')
  .option('--label <text>', 'purpose of the token', '')
  .option('--expires <date>', 'last day on which the token is valid, YYYY-MM-DD')
  .option(
    '--operations <list>',
    'the operations that the token may call: a list of operationIds, separated by commas, or all (the default)',
  )
  .option(
    '--origins <list>',
    'the origins whose pages may use the token in a browser, such as https://mail.example.org, separated by commas',
  )
  .action(async (options: TokenOptions) => {
    const named = commaList(options.operations ?? '')
    const operations = named.join() === 'all' ? [] : named
    // Scripts get the token alone; a person reads what it can do.
    if (operations.length > 0 || process.stderr.isTTY) {
      const abilities = await describeAbilities(operations)
      if (process.stderr.isTTY) console.error(abilities)
    }
    if (options.expires !== undefined && !isDate(options.expires))
      throw new UsageError('--expires must be a date, YYYY-MM-DD')
    const origins = commaList(options.origins ?? '')
    const wrong = origins.find((one) => parseOrigin(one) === undefined)
    if (wrong !== undefined)
      throw new UsageError(`--origins: ${wrong} is no origin such as https://mail.example.org`)
    const token = await withInstance(async ({ db, settings }) => {
      const { timeZone } = await readCurrentSettings(db, settings)
      const expiresAt = options.expires ? dayEnds(timeZone, options.expires) : undefined
      return inTransaction(db, { userId: null, via: 'kontor token' }, async (tx) => {
        const { user, label } = options
        const created = await createToken(tx, { user, label, expiresAt, operations, origins })
        await notifyAccount(tx, settings, created.userId, 'tokenCreated')
        return created.token
      })
    })
    console.log(token)
  })

/**
 * The operations of a token (empty: all), in words.
 * The interface is loaded only when it is needed: it takes longer than the command.
 * @throws UsageError for an unknown operation
 */
export async function describeAbilities(operations: readonly string[]): Promise<string> {
  const [{ endpoints: frozen }, { integrationEndpoints }] = await Promise.all([
    import('../interface.ts'),
    import('../integration.ts'),
  ])
  const endpoints = [...frozen, ...integrationEndpoints]
  const unknown = operations.filter((id) => !endpoints.some((endpoint) => endpoint.id === id))
  if (unknown.length > 0)
    throw new UsageError(
      `--operations: there is no ${unknown.join(', ')}; there are ${endpoints.map((one) => one.id).join(', ')}, or all`,
    )
  const lines = endpoints
    .filter(({ id }) => operations.length === 0 || operations.includes(id))
    .map((endpoint) => {
      const rights = rightsOf(endpoint).join(' and ')
      return `  ${endpoint.id}: ${endpoint.summary}${rights && ` (if the user has the right ${rights})`}`
    })
  const scope =
    operations.length === 0 ? 'every operation (limit it with --operations)' : 'only these operations'
  return [`The token may call ${scope}, with the rights of its user:`, ...lines].join('\n')
}

tokenCommand
  .command('list')
  .description('list the tokens, without their secrets')
  .action(async () => {
    const tokens = await withInstance(({ db }) => listTokens(db))
    const formatTime = (moment: Date | null) => moment?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
    printTable([
      ['id', 'user', 'label', 'operations', 'origins', 'created', 'expires', 'revoked', 'last used'],
      ...tokens.map((token) => [
        String(token.id),
        token.userEmail,
        token.label,
        token.operations.join(',') || 'all',
        token.origins.join(','),
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
