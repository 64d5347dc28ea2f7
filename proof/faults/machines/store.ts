// The S3 store of the files.
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { startCeph } from '../../../test/support/servers/ceph.ts'

const bucket = 'kontor'

export type Store = AsyncDisposable & {
  /** For services and commands. */
  settings: Record<string, string>
  /** Reads an object below the prefix that deploy/cluster/kontor.env names. */
  read(key: string): Promise<Uint8Array | undefined>
}

export async function startStore(address: string): Promise<Store> {
  const ceph = await startCeph(address)
  const client = new S3Client({
    endpoint: ceph.endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: {
      accessKeyId: ceph.credentials.AWS_ACCESS_KEY_ID,
      secretAccessKey: ceph.credentials.AWS_SECRET_ACCESS_KEY,
    },
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  return {
    settings: { KONTOR_FILES_ENDPOINT: ceph.endpoint, ...ceph.credentials },
    async read(key) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: `files/${key}` })
      const found = await client.send(command).catch(() => undefined)
      return found?.Body?.transformToByteArray()
    },
    async [Symbol.asyncDispose]() {
      client.destroy()
      await ceph.stop()
    },
  }
}
