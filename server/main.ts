import { constants } from 'node:os'
import { Command, CommanderError } from 'commander'
import { StartError, UsageError } from './commands/command.ts'
import { MissingRights } from './platform/database/grants.ts'
import { ChangedMigration, UnknownMigration } from './platform/database/migrate.ts'
import { DatabaseUnavailableError, UnsupportedServer } from './platform/database/prepare-database.ts'
import { FilesUnavailable } from './platform/files/files-unavailable.ts'
import { versionText } from './platform/ground/version.ts'
import { EmbeddedInUse } from './platform/postgres/embedded-postgres.ts'
import { UpgradeBackupError } from './platform/postgres/upgrade-backup.ts'
import { SettingError } from './platform/settings/setting-error.ts'
import { settingTable } from './platform/settings/setting-table.ts'

const nameWidth = Math.max(...settingTable.map(({ name }) => name.length)) + 2
const settingsHelp = settingTable
  .map(
    ({ name, help, defaultValue }) =>
      `  ${name.padEnd(nameWidth)}${help}${defaultValue ? ` (default: ${defaultValue})` : ''}`,
  )
  .join('\n')

const program = new Command('kontor')
  .description('Kontor: customer relations and event catalogue of a training provider')
  .version(versionText())
  .addHelpText('after', `\nSettings, from the environment:\n${settingsHelp}`)

// Only the command that is run is loaded; help needs all of them, the version none.
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  user: async () => (await import('./commands/user.ts')).userCommand,
  token: async () => (await import('./commands/token.ts')).tokenCommand,
  key: async () => (await import('./commands/key.ts')).keyCommand,
  secrets: async () => (await import('./commands/secrets.ts')).secretsCommand,
  import: async () => (await import('./commands/exchange.ts')).importCommand,
  export: async () => (await import('./commands/exchange.ts')).exportCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  'base-backup': async () => (await import('./commands/base-backup.ts')).baseBackupCommand,
  doctor: async () => (await import('./commands/health/doctor.ts')).doctorCommand,
  status: async () => (await import('./commands/health/status.ts')).statusCommand,
  files: async () => (await import('./commands/files.ts')).filesCommand,
  upgrade: async () => (await import('./commands/upgrade/upgrade.ts')).upgradeCommand,
  restore: async () => (await import('./commands/backup.ts')).restoreCommand,
}
const loadWorkerCommand = async () => (await import('./commands/workers/worker.ts')).workerCommand
const requested = process.argv[2] ?? ''
if (requested === 'worker') program.addCommand(await loadWorkerCommand(), { hidden: true })
else if (Object.hasOwn(commands, requested)) program.addCommand(await commands[requested]!())
else if (!['--version', '-V'].includes(requested))
  for (const load of Object.values(commands)) program.addCommand(await load())
for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
  command.exitOverride()

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  const { message, code, syscall } = error as Error & { code?: string; syscall?: string }
  // The reader of the output has closed the pipe, for example `head`.
  if (code === 'EPIPE' && syscall === 'write') process.exit(128 + constants.signals.SIGPIPE)
  if (error instanceof FilesUnavailable) {
    console.error(`kontor: KONTOR_FILES: ${message}`)
    process.exit(error.isSetting ? 2 : 1)
  }
  if (error instanceof SettingError || error instanceof UsageError) {
    console.error(`kontor: ${message}`)
    process.exit(2)
  }
  const expectedErrors = [
    EmbeddedInUse,
    UnknownMigration,
    ChangedMigration,
    MissingRights,
    UnsupportedServer,
    DatabaseUnavailableError,
    StartError,
    UpgradeBackupError,
  ]
  const isExpected = syscall !== undefined || expectedErrors.some((errorClass) => error instanceof errorClass)
  console.error(isExpected ? `kontor: ${message}` : error)
  process.exit(1)
}
