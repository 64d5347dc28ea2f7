// The generators and linters of tools/generators, which are installed by themselves, because only changes of the interface and of the
// schema need them. Tests that use them are skipped where they are missing; with KONTOR_TEST_REQUIRE_PROGRAMS=1 that is a failure.
import { hasGenerators } from '../../tools/install-generators.ts'

const isInstalled = hasGenerators()
const reason = 'the generators are not installed (npm ci --prefix tools/generators)'
if (!isInstalled && process.env['KONTOR_TEST_REQUIRE_PROGRAMS'] === '1') throw new Error(reason)

/** Why the tests are skipped; false: they run. */
export const withoutGenerators: string | false = isInstalled ? false : reason
