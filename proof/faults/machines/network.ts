// Machines of their own, as network namespaces of Linux that a bridge connects.
import { spawnSync } from 'node:child_process'
import { killHard } from '../../../test/support/processes.ts'

export type Machine = {
  name: string
  address: string
  /** Runs a program on it, as a prefix of its command. */
  prefix: readonly string[]
  /** Nothing passes any more, and nobody is told. */
  disconnect(): void
  connect(): void
  /** Kills all its processes. */
  kill(): void
}

export type Network = Disposable & {
  /** The first three numbers of the addresses. */
  subnet: string
  /** The address of this machine. */
  address: string
  machines: readonly Machine[]
}

/** The number of this machine in the subnet. */
const own = 10

function run(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}

/** Connects machines with these names and last numbers of their addresses. */
export function openNetwork(names: Readonly<Record<string, number>>): Network {
  const id = process.pid % 250
  const subnet = `10.213.${id}`
  const bridge = `kf${id}`
  const stack = new DisposableStack()
  try {
    run('link', 'add', bridge, 'type', 'bridge')
    stack.defer(() => run('link', 'del', bridge))
    run('addr', 'add', `${subnet}.${own}/24`, 'dev', bridge)
    run('link', 'set', bridge, 'up')
    const machines = Object.entries(names).map(([name, number]): Machine => {
      const namespace = `${bridge}-${name}`
      const cable = `${bridge}v${number}`
      const address = `${subnet}.${number}`
      const kill = () => {
        for (const pid of run('netns', 'pids', namespace).split('\n')) if (pid) killHard(Number(pid))
      }
      run('netns', 'add', namespace)
      stack.defer(() => {
        kill()
        run('netns', 'del', namespace)
      })
      run('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
      run('link', 'set', cable, 'master', bridge, 'up')
      run('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
      run('-n', namespace, 'link', 'set', 'eth0', 'up')
      run('-n', namespace, 'link', 'set', 'lo', 'up')
      return {
        name,
        address,
        prefix: ['ip', 'netns', 'exec', namespace],
        disconnect: () => void run('link', 'set', cable, 'down'),
        connect: () => void run('link', 'set', cable, 'up'),
        kill,
      }
    })
    const opened = stack.move()
    const dispose = () => opened.dispose()
    // A run that is interrupted leaves none.
    process.once('exit', dispose)
    return {
      subnet,
      address: `${subnet}.${own}`,
      machines,
      [Symbol.dispose]() {
        process.off('exit', dispose)
        dispose()
      },
    }
  } catch (error) {
    stack.dispose()
    throw error
  }
}

/** Why there can be no machines here; undefined: there can. */
export function withoutNetwork(): string | undefined {
  try {
    openNetwork({ try: 1 })[Symbol.dispose]()
    return undefined
  } catch (error) {
    return `network namespaces cannot be made: ${(error as Error).message.trim()}`
  }
}
