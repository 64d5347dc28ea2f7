// Free disk space, for the warning of the back office.
import { setTimeout } from 'node:timers/promises'
import Type from 'typebox'
import { record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { type Disk, diskContents, readDisks } from '../platform/runtime/disk-space.ts'

const timeoutMs = 2000

const listDisks = officeEndpoint({
  method: 'GET',
  path: '/disks',
  right: 'admin',
  response: Type.Array(
    record({
      contents: Type.Array(Type.Unsafe<Disk['contents'][number]>(Type.Enum([...diskContents]))),
      freeBytes: Type.Number(),
      totalBytes: Type.Number(),
      isLow: Type.Boolean(),
    }),
  ),
  // Of a share that hangs nothing is known; `/readyz` reports it.
  handle: ({ settings }) =>
    Promise.race([readDisks(settings), setTimeout<Disk[]>(timeoutMs, [], { ref: false })]),
})

export const disksOffice = [listDisks]
