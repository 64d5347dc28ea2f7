// Programs of the system that some tests need. Without them these tests are skipped, and `npm test` names the programs at its end;
// with KONTOR_TEST_REQUIRE_PROGRAMS=1, as in .ci/run, a missing program is a failure.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Debian's packages of programs that have another name. */
const packages: Record<string, string> = {
  'age-keygen': 'age',
  'apt-get': 'apt',
  dovecot: 'dovecot-imapd',
  'dpkg-deb': 'dpkg',
  ip: 'iproute2',
  nsenter: 'util-linux',
  pdfdetach: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  php: 'php-cli',
  promtool: 'prometheus',
  'radosgw-admin': 'radosgw',
  ceph: 'ceph-common',
  monmaptool: 'ceph-common',
  'systemd-analyze': 'systemd',
  unshare: 'util-linux',
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether a program is in PATH, or at its absolute path. */
export const isInstalled = (program: string): boolean =>
  isAbsolute(program)
    ? isExecutable(program)
    : (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)))

/**
 * For the option `skip` of tests that run these programs.
 * @returns why they are skipped; false: the programs are installed
 * @throws where tests may not be skipped for this reason
 */
export function needs(...programs: string[]): string | false {
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length === 0) return false
  const names = [...new Set(missing.map((program) => packages[program] ?? program))]
  const reason = `${missing.join(', ')} not installed (Debian: ${names.join(', ')})`
  if (process.env['KONTOR_TEST_REQUIRE_PROGRAMS'] === '1') throw new Error(reason)
  return reason
}

/** As `needs`, for tests that ask git about this checkout. An archive of the sources has no history. */
export const needsHistory = (...programs: string[]): string | false =>
  existsSync(join(import.meta.dirname, '../../.git')) ? needs('git', ...programs) : 'not a checkout of git'

/** Whether tests were skipped for a reason that `needs` gave. */
export const isMissingProgram = (reason: string): boolean =>
  / not installed \((Debian: |npm ci )/.test(reason)
