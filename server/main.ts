import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { UsageFault } from './commands/command.ts'
import { demoCommand } from './commands/demo.ts'
import { exportCommand, importCommand } from './commands/exchange.ts'
import { serveCommand } from './commands/serve.ts'
import { tokenCommand } from './commands/token.ts'
import { userCommand } from './commands/user.ts'
import { EmbeddedInUse } from './platform/embedded-postgres.ts'
import { SchemaTooNew } from './platform/migrate.ts'
import { ServerTooOld } from './platform/open-instance.ts'
import { SettingFault, settingTable } from './platform/settings.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

const settingsHelp = settingTable
  .map(
    ({ name, help, fallback }) => `  ${name.padEnd(30)}${help}${fallback ? ` (default: ${fallback})` : ''}`,
  )
  .join('\n')

const program = new Command('kontor')
  .description('Kontor: customer relations and event catalogue of a training provider')
  .version(version)
  .addHelpText('after', `\nSettings, from the environment:\n${settingsHelp}`)

for (const command of [serveCommand, demoCommand, userCommand, tokenCommand, importCommand, exportCommand])
  program.addCommand(command)
for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
  command.exitOverride()

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  const message = (error as Error).message
  if (error instanceof SettingFault || error instanceof UsageFault) {
    console.error(`kontor: ${message}`)
    process.exit(2)
  }
  const isPlain =
    error instanceof EmbeddedInUse ||
    error instanceof SchemaTooNew ||
    error instanceof ServerTooOld ||
    ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000'].includes(
      (error as { code?: string }).code ?? '',
    )
  console.error(isPlain ? `kontor: ${message}` : error)
  process.exit(1)
}
