import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { UsageError } from './commands/command.ts'
import { demoCommand } from './commands/demo.ts'
import { exportCommand, importCommand } from './commands/exchange.ts'
import { serveCommand } from './commands/serve.ts'
import { PortError } from './commands/service.ts'
import { tokenCommand } from './commands/token.ts'
import { userCommand } from './commands/user.ts'
import { workerCommand } from './commands/worker.ts'
import { WorkerError } from './commands/workers.ts'
import { UnknownMigration } from './platform/database/migrate.ts'
import { EmbeddedInUse } from './platform/postgres/embedded-postgres.ts'
import { DatabaseUnavailableError, ServerTooOld } from './platform/runtime/open-instance.ts'
import { SettingError, settingTable } from './platform/runtime/settings.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

const settingsHelp = settingTable
  .map(
    ({ name, help, defaultValue }) =>
      `  ${name.padEnd(30)}${help}${defaultValue ? ` (default: ${defaultValue})` : ''}`,
  )
  .join('\n')

const program = new Command('kontor')
  .description('Kontor: customer relations and event catalogue of a training provider')
  .version(version)
  .addHelpText('after', `\nSettings, from the environment:\n${settingsHelp}`)

for (const command of [
  serveCommand,
  demoCommand,
  userCommand,
  tokenCommand,
  importCommand,
  exportCommand,
  backupCommand,
  restoreCommand,
])
  program.addCommand(command)
program.addCommand(workerCommand, { hidden: true })
for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
  command.exitOverride()

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  const { message, code, syscall } = error as Error & { code?: string; syscall?: string }
  // The reader of the output has closed the pipe, for example `head`.
  if (code === 'EPIPE' && syscall === 'write') process.exit(128 + constants.signals.SIGPIPE)
  if (error instanceof SettingError || error instanceof UsageError) {
    console.error(`kontor: ${message}`)
    process.exit(2)
  }
  const expectedErrors = [
    EmbeddedInUse,
    UnknownMigration,
    ServerTooOld,
    DatabaseUnavailableError,
    PortError,
    WorkerError,
  ]
  const isExpected = syscall !== undefined || expectedErrors.some((errorClass) => error instanceof errorClass)
  console.error(isExpected ? `kontor: ${message}` : error)
  process.exit(1)
}
