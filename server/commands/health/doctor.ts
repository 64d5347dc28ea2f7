import { Command } from 'commander'
import { healthChecks } from '../../checks.ts'
import { examine, hasFailed } from '../../platform/health/health.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { printTable } from '../command.ts'
import { openSubject, reportLines } from './inspect.ts'

/** `kontor doctor` */
export const doctorCommand = new Command('doctor')
  .description(
    'check settings, database, files, disks, clock, mail and jobs, also before the first start; exit code 1 if something fails',
  )
  .action(async () => {
    const { subject, close } = await openSubject(readSettings(process.env), { mayStart: true })
    try {
      const reports = await examine(healthChecks, subject)
      printTable([['state', 'check', 'found'], ...reportLines(reports)])
      if (hasFailed(reports)) process.exitCode = 1
    } finally {
      await close()
    }
  })
