// Artefacts of this checkout, made for tests, and the service in a root of its own.
import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BareRoot, bareRootSkip, killStarted, mustRun, programOf, type RunOptions } from './bare-root.ts'
import { needsHistory } from './programs.ts'

const checkout = join(import.meta.dirname, '../..')

/** Why artefacts cannot be made or tried here; false: they can. @param programs what the test needs beside a bare root */
export function releaseSkip(...programs: string[]): string | false {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return 'releases are for Linux (x64)'
  return needsHistory('dpkg-deb', ...programs) || bareRootSkip()
}

/** Makes one artefact, quickly compressed unless its size matters. @returns its path */
export function makeArtefact(
  folder: string,
  kind: 'archive' | 'package' | 'image',
  { version, isFinal = false }: { version?: string; isFinal?: boolean } = {},
): string {
  const program = join(checkout, 'tools/release/main.ts')
  const args = ['--allow-changes', ...(isFinal ? [] : ['--fast']), '--only', kind, '--out', folder]
  mustRun(process.execPath, [program, ...args, ...(version ? ['--version', version] : [])], {
    ...process.env,
    // Test runners of Node tell their children to report to them.
    NODE_TEST_CONTEXT: undefined,
  })
  const ending = { archive: '.tar.gz', package: '.deb', image: '.oci.tar' }[kind]
  return join(folder, readdirSync(folder).find((name) => name.endsWith(ending))!)
}

export type ServiceInRoot = {
  child: ChildProcess
  /** For requests: see `fetchInside`. */
  pid: number
  /** The address of the service inside. */
  url: string
  log(): string
  /** @returns the exit code */
  stop(): Promise<number | string>
}

/** Starts a service in a root and waits until it serves. @throws Error with its output if it exits */
export async function serveIn(
  root: BareRoot,
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ServiceInRoot> {
  const child = root.start(program, args, options)
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr!.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = new Promise<number | string>((accept) => {
    child.once('close', (code, signal) => accept(code ?? signal ?? ''))
  })
  const deadline = performance.now() + 180_000
  for (;;) {
    const [, url] = /interface is at (http\S+)\/restapi/.exec(output) ?? []
    if (url !== undefined)
      return {
        child,
        pid: child.pid!,
        url,
        log: () => output,
        stop: async () => {
          process.kill(programOf(child), 'SIGTERM')
          return ended
        },
      }
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      await killStarted(child)
      throw new Error(`the service does not serve: ${output}`)
    }
    await wait(50)
  }
}
