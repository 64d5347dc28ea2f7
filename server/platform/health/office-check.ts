import { NotReady } from '../ground/errors.ts'
import { missingOfficeFile } from '../pages/built-office.ts'
import { type Check, ok } from './check.ts'

/** @param folder the output of `npm run build` */
export const officeCheck = (folder: string): Check => ({
  name: 'office',
  looksAt: 'the back office, the widget and /verify are built',
  failure: 'not ready',
  runs: 'everywhere',
  help: 'Run npm run build in the installation.',
  alert: {
    severity: 'critical',
    after: '5m',
    summary: 'The back office of {{ $labels.instance }} is not built.',
  },
  async run() {
    const missing = await missingOfficeFile(folder)
    if (missing !== undefined)
      throw new NotReady(`the back office is not built: ${missing} is missing; run npm run build`)
    return [ok('it is built')]
  },
})
