// Reads a data set record by record, so that its whole text is never in memory.
import type { Readable } from 'node:stream'
import { Failure } from '../../platform/ground/errors.ts'
import { parseJson } from '../../platform/http/request/json.ts'
import { escapePointer, ImportError, toPointer } from './import-error.ts'

/** A record of a section with its index. Index -1, without a value: the beginning of a section. */
export type ReadRecord = { section: string; index: number; isBare: boolean; value?: unknown }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const importError = (pointer: string, message: string) => new ImportError([{ pointer, message }])

type State = 'start' | 'key' | 'value' | 'list' | 'after' | 'end'

/**
 * The records of a data set: an object of arrays, or a bare array of records of `bareSection`.
 * @throws ImportError with one error if it is not JSON, not UTF-8, or has a duplicate key
 */
export async function* readRecords(source: Readable, bareSection: string): AsyncGenerator<ReadRecord> {
  let state = 'start' as State
  let isBare = false
  let section = ''
  let index = 0
  // The beginning of a key or record from earlier chunks, and the state of the scanner within it.
  let pending: Buffer[] = []
  let depth = 0
  let inText = false
  let escaped = false
  let isFirst = true
  const seen = new Set<string>()

  const takePending = (bytes: Buffer): Buffer => {
    const whole = pending.length === 0 ? bytes : Buffer.concat([...pending, bytes])
    pending = []
    return whole
  }
  const isAllBlank = (bytes: Buffer) => bytes.every(isBlank)
  const parse = (bytes: Buffer, pointer: string): unknown => {
    if (isAllBlank(bytes)) throw importError(pointer, 'is not JSON: a value is missing')
    try {
      return parseJson(bytes)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { field, message } = error.details[0]!
      throw importError(
        pointer + (field === 'body' ? '' : toPointer(field, JSON.parse(bytes.toString()))),
        message,
      )
    }
  }

  for await (const bytes of stripByteOrderMark(source)) {
    const chunk = bytes
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (inText) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inText = false
        continue
      }
      switch (state) {
        case 'start':
          if (isBlank(byte)) break
          if (byte !== openObject && byte !== openList)
            throw importError('', 'must be a JSON object of arrays')
          isBare = byte === openList
          state = isBare ? 'list' : 'key'
          section = isBare ? bareSection : ''
          isFirst = true
          from = at + 1
          if (isBare) yield { section, index: -1, isBare }
          break
        case 'key': {
          if (byte === quote) inText = true
          if (byte !== colon && byte !== closeObject) break
          const key = takePending(chunk.subarray(from, at))
          from = at + 1
          if (byte === closeObject) {
            if (!isFirst || !isAllBlank(key)) throw importError('', 'is not JSON: a section has no value')
            state = 'end'
            break
          }
          const name = parse(key, '')
          if (typeof name !== 'string')
            throw importError('', 'is not JSON: the name of a section must be a text')
          if (seen.has(name)) throw importError(`/${escapePointer(name)}`, 'is a duplicate section')
          seen.add(name)
          section = name
          state = 'value'
          break
        }
        case 'value':
          if (isBlank(byte)) break
          if (byte !== openList) throw importError(`/${escapePointer(section)}`, 'must be an array')
          yield { section, index: -1, isBare }
          state = 'list'
          index = 0
          isFirst = true
          from = at + 1
          break
        case 'list': {
          if (byte === quote) inText = true
          else if (byte === openObject || byte === openList) depth++
          else if (depth > 0 && (byte === closeObject || byte === closeList)) depth--
          else if (depth === 0 && (byte === comma || byte === closeList)) {
            const record = takePending(chunk.subarray(from, at))
            from = at + 1
            const isEmpty = byte === closeList && isFirst && isAllBlank(record)
            if (!isEmpty) {
              const pointer = isBare ? `/${index}` : `/${escapePointer(section)}/${index}`
              yield { section, index, isBare, value: parse(record, pointer) }
              index++
              isFirst = false
            }
            if (byte === closeList) state = isBare ? 'end' : 'after'
          }
          break
        }
        case 'after':
          if (isBlank(byte)) break
          if (byte !== comma && byte !== closeObject) throw importError('', `is not JSON after ${section}`)
          state = byte === comma ? 'key' : 'end'
          isFirst = false
          from = at + 1
          break
        case 'end':
          if (!isBlank(byte)) throw importError('', 'is not JSON: unexpected text after its end')
      }
    }
    if (state === 'key' || state === 'list') pending.push(chunk.subarray(from))
  }
  if (state === 'start') throw importError('', 'is empty')
  if (state === 'list')
    throw importError(
      isBare ? `/${index}` : `/${escapePointer(section)}/${index}`,
      'is not JSON: it ends too early',
    )
  if (state !== 'end') throw importError('', 'is not JSON: it ends too early')
}

// UTF-8 may begin with a byte order mark.
async function* stripByteOrderMark(source: Readable): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const part of source) {
    const chunk: Buffer = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part as Uint8Array)
    if (!start) {
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < 3) continue
    yield start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? start.subarray(3) : start
    start = undefined
  }
  if (start) yield start
}
