// Calls to a bucket, with time limits.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { limitHeavyWork } from '../ground/heavy-work.ts'
import type { Bucket } from '../settings/settings.ts'
import { isMissing, type StoreError, toUnavailable } from './bucket-errors.ts'
import type { ReceivedFile } from './files.ts'
import { countStoreRequest } from './files-metrics.ts'
import { FilesUnavailable } from './files-unavailable.ts'
import { type ContentSum, measureContent } from './measure-content.ts'

const connectMs = 3000
/** A connection without a byte in either direction is given up. */
const silenceMs = 15_000
/** A call that transfers little. */
const callMs = 8000
const attempts = 3
/** Further uploads wait: each has two parts in memory. */
const uploadsAtOnce = 4
const waitForTurnMs = 60_000

/** Files up to this size are sent in one request, others in parts; two of them are in memory. */
const mebibyte = 2 ** 20
const minPartBytes = 8 * mebibyte
const maxParts = 10_000
/** For content of unknown size: at most 312 GiB. */
const streamPartBytes = 32 * mebibyte

const toBase64 = (sha256: Buffer) => sha256.toString('base64')

/** An object in a listing. */
export type ListedObject = { key: string; modifiedMs: number }

/** Opens a bucket. Keys are below its prefix. All functions throw FilesUnavailable. */
export function openBucket({ name, bucket, prefix, endpoint, region, pathStyle, encryption }: Bucket) {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    // Other checksums than those given below are unknown to many stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
  })
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (input) => {
        const startedAt = performance.now()
        const count = (status?: number) =>
          countStoreRequest(commandName.replace(/Command$/, ''), status, performance.now() - startedAt)
        try {
          const result = await next(input)
          count((result.response as { statusCode: number }).statusCode)
          return result
        } catch (error) {
          count((error as StoreError).$metadata?.httpStatusCode)
          throw error
        }
      },
    // Once for each attempt.
    { step: 'finalizeRequest', priority: 'low' },
  )
  const inTurn = limitHeavyWork(uploadsAtOnce, waitForTurnMs)
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key })
  const encrypted: Pick<PutObjectCommandInput, 'ServerSideEncryption' | 'SSEKMSKeyId'> =
    encryption === undefined
      ? {}
      : encryption === 'AES256'
        ? { ServerSideEncryption: 'AES256' }
        : { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: encryption }

  /** Ends a call that has no response in time. */
  async function call<T>(work: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), callMs)
    try {
      return await work({ abortSignal: abort.signal })
    } catch (error) {
      throw isMissing(error) ? error : toUnavailable(name, error)
    } finally {
      clearTimeout(timer)
    }
  }

  const absentIfMissing = (error: unknown): undefined => {
    if (!isMissing(error)) throw error
  }

  async function uploadParts(Body: Readable, key: string, size?: number): Promise<void> {
    const length = size === undefined ? {} : { ContentLength: size }
    try {
      await new Upload({
        client,
        queueSize: 2,
        partSize: size === undefined ? streamPartBytes : Math.max(minPartBytes, Math.ceil(size / maxParts)),
        params: { ...at(key), ...encrypted, ...length, Body, ChecksumAlgorithm: 'SHA256' },
      }).done()
    } finally {
      Body.destroy()
    }
  }

  async function upload(file: ReceivedFile, key: string): Promise<void> {
    if (file.size > minPartBytes)
      return uploadParts(createReadStream(file.temporaryPath, { highWaterMark: mebibyte }), key, file.size)
    const Body = await readFile(file.temporaryPath)
    const sum = { ContentLength: file.size, ChecksumSHA256: toBase64(file.sha256) }
    await client.send(new PutObjectCommand({ ...at(key), ...encrypted, ...sum, Body }))
  }

  const store = {
    async putText(key: string, text: string): Promise<void> {
      const Body = Buffer.from(text)
      const input = { ...at(key), ...encrypted, Body, ContentLength: Body.length }
      await call((options) => client.send(new PutObjectCommand(input), options))
    },

    async readText(key: string): Promise<string | undefined> {
      const found = await call((options) => client.send(new GetObjectCommand(at(key)), options)).catch(
        absentIfMissing,
      )
      return found?.Body?.transformToString().catch((error) => {
        throw toUnavailable(name, error)
      })
    },

    /** Sends a file with its checksum, which the store compares if it can; large ones in parts. */
    async putFile(file: ReceivedFile, key: string): Promise<void> {
      await inTurn(() => upload(file, key)).catch((error) => {
        throw toUnavailable(name, error)
      })
    },

    /** Sends content of unknown size, in parts if it is large. */
    async putStream(content: Readable, key: string): Promise<ContentSum> {
      const { pass, sum } = measureContent()
      await inTurn(() => uploadParts(Readable.from(pass(content), { objectMode: false }), key)).catch(
        (error) => {
          throw toUnavailable(name, error)
        },
      )
      return sum()
    },

    /** Whether an object has this content. If the store does not tell its checksum, the object is read. */
    async holds(key: string, { size, sha256 }: ContentSum): Promise<boolean> {
      const found = await store.head(key)
      if (found?.size !== size) return false
      if (found.sha256) return found.sha256.equals(sha256)
      const stored = await store.read(key)
      if (!stored) return false
      const hash = createHash('sha256')
      await pipeline(stored.content, hash)
      return hash.digest().equals(sha256)
    },

    /**
     * Writes, lists and removes an object.
     * @returns the store's clock
     */
    async probe(key: string): Promise<number> {
      await store.putText(key, 'probe\n')
      try {
        if (!(await store.head(key))?.isEncrypted)
          throw new FilesUnavailable(
            `${name}: the store does not encrypt as KONTOR_FILES_ENCRYPTION says`,
            true,
          )
        for await (const found of store.list(key)) if (found.key === key) return found.modifiedMs
      } finally {
        await store.remove(key)
      }
      throw new FilesUnavailable(`${name}: the store does not list what was written`)
    },

    /** @returns size and, if the store tells it for the whole object, SHA-256; whether it is encrypted as the settings say */
    async head(
      key: string,
    ): Promise<{ size: number; sha256: Buffer | undefined; isEncrypted: boolean } | undefined> {
      const found = await call((options) =>
        client.send(new HeadObjectCommand({ ...at(key), ChecksumMode: 'ENABLED' }), options),
      ).catch(absentIfMissing)
      if (!found) return undefined
      const { ContentLength: size = -1, ChecksumSHA256: checksum } = found
      // That of parts ends in their number.
      const isWhole = checksum !== undefined && !checksum.includes('-') && found.ChecksumType !== 'COMPOSITE'
      const isEncrypted =
        found.ServerSideEncryption === encrypted.ServerSideEncryption || encryption === undefined
      return { size, sha256: isWhole ? Buffer.from(checksum, 'base64') : undefined, isEncrypted }
    },

    /** @param maxBytes only the beginning */
    async read(key: string, maxBytes?: number): Promise<{ size: number; content: Readable } | undefined> {
      const range = maxBytes === undefined ? {} : { Range: `bytes=0-${maxBytes - 1}` }
      const found = await call((options) =>
        client.send(new GetObjectCommand({ ...at(key), ...range }), options),
      ).catch(absentIfMissing)
      if (!found) return undefined
      const body = found.Body as Readable
      const chunks = async function* () {
        try {
          for await (const chunk of body) yield chunk
        } catch (error) {
          throw toUnavailable(name, error)
        }
      }
      const content = Readable.from(chunks(), { objectMode: false })
      content.once('close', () => body.destroy())
      return { size: found.ContentLength ?? -1, content }
    },

    async remove(key: string): Promise<void> {
      await call((options) => client.send(new DeleteObjectCommand(at(key)), options)).catch(absentIfMissing)
    },

    async *list(below: string): AsyncGenerator<ListedObject> {
      let ContinuationToken: string | undefined
      do {
        const token = ContinuationToken === undefined ? {} : { ContinuationToken }
        const page = await call((options) =>
          client.send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + below, ...token }),
            options,
          ),
        )
        for (const { Key: key = '', LastModified: modified } of page.Contents ?? [])
          yield { key: key.slice(prefix.length), modifiedMs: modified?.getTime() ?? 0 }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined)
    },

    /** Removes the parts of uploads that did not end: those of a key, or with a slash at the end of all keys below it. */
    async abortUploads(key: string): Promise<void> {
      const found = await call((options) =>
        client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix + key }), options),
      )
      for (const { UploadId, Key } of found.Uploads ?? [])
        if (Key === prefix + key || key.endsWith('/'))
          await call((options) =>
            client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), options),
          ).catch(absentIfMissing)
    },

    close: () => client.destroy(),
  }
  return store
}
