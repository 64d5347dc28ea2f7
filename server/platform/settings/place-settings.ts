// Folders, buckets, and the file of the keys.
import { join } from 'node:path'
import type { SettingDefinition } from './setting-definition.ts'
import { bucketPattern, checkEndpoint, checkOptionalPlace, checkPlace } from './setting-values.ts'

/** A bucket of S3. `name`: its URL; `prefix`: '' or ending with a slash; `encryption`: AES256, or the id of a KMS key. */
export type Bucket = {
  name: string
  bucket: string
  prefix: string
  /** Left out: that of AWS. */
  endpoint: string | undefined
  region: string
  /** The bucket is in the path of URLs, not in the host. */
  pathStyle: boolean
  encryption: string | undefined
}

/** The file of the keys in the data folder. */
export const secretKeyName = 'secret-key'

/** The file of the keys. `isNamed`: the setting names it; otherwise the first start makes it in the data folder. */
export type SecretKeyPlace = { file: string; isNamed: boolean }

/** The settings of the stored files, of S3 stores and of the archive of the database. */
export const placeSettings: readonly SettingDefinition[] = [
  {
    name: 'KONTOR_SECRET_KEY_FILE',
    help: 'file of the key that encrypts the secrets in the database, the same for all services of an instance; default: KONTOR_DATA/secret-key, which the first start makes',
    defaultValue: '',
    check: (value) => (/[\0\r\n]/.test(value) ? 'must be a path' : undefined),
  },
  {
    name: 'KONTOR_FILES',
    help: 'folder of the stored files, or a bucket of an S3 store: s3://bucket/prefix',
    defaultValue: 'KONTOR_DATA/files',
    check: checkPlace,
  },
  {
    name: 'KONTOR_FILES_ENDPOINT',
    help: 'URL of the S3 store of the buckets, such as https://s3.kontor.example; default: that of AWS',
    defaultValue: '',
    check: checkEndpoint,
  },
  {
    name: 'KONTOR_FILES_REGION',
    help: 'region of the buckets; default: AWS_REGION, otherwise us-east-1',
    defaultValue: '',
    check: (value) => (/^[a-z0-9-]*$/i.test(value) ? undefined : 'must be the name of a region'),
  },
  {
    name: 'KONTOR_FILES_PATH_STYLE',
    help: 'on: a bucket is in the path of URLs; off: in the host; default: on with KONTOR_FILES_ENDPOINT, otherwise off',
    defaultValue: '',
    check: (value) => (/^(on|off)?$/.test(value) ? undefined : 'must be on or off'),
  },
  {
    name: 'KONTOR_FILES_ENCRYPTION',
    help: 'how the store encrypts: AES256, or the id or ARN of a KMS key; default: as the bucket says',
    defaultValue: '',
    check: (value) =>
      /^[\w:/-]*$/.test(value) ? undefined : 'must be AES256, or the id or ARN of a KMS key',
  },
  {
    name: 'KONTOR_ARCHIVE',
    help: 'folder or bucket (s3://bucket/prefix) in which the embedded database archives its log, for kontor base-backup and kontor restore --to-time; default: none',
    defaultValue: '',
    check: checkOptionalPlace,
  },
]

/** The file of the keys: the named one, or that of the data folder. */
export function parseSecretKey(
  value: (name: string) => string,
  dataFolder: string,
  absolutePath: (path: string) => string,
): SecretKeyPlace {
  const named = value('KONTOR_SECRET_KEY_FILE')
  return named === ''
    ? { file: join(dataFolder, secretKeyName), isNamed: false }
    : { file: absolutePath(named), isNamed: true }
}

/**
 * @param setting that may name a bucket
 * @returns undefined: it names a folder, or nothing
 */
export function parseBucket(
  setting: 'KONTOR_FILES' | 'KONTOR_ARCHIVE' | 'KONTOR_BACKUP',
  value: (name: string) => string,
  env: Record<string, string | undefined>,
): Bucket | undefined {
  const name = value(setting).replace(/\/+$/, '')
  const [, bucket, prefix] = bucketPattern.exec(name) ?? []
  const endpoint = value('KONTOR_FILES_ENDPOINT') || undefined
  const pathStyle = value('KONTOR_FILES_PATH_STYLE') || (endpoint ? 'on' : 'off')
  const region = value('KONTOR_FILES_REGION') || env['AWS_REGION'] || 'us-east-1'
  const encryption = value('KONTOR_FILES_ENCRYPTION') || undefined
  if (bucket === undefined) return undefined
  return {
    name,
    bucket,
    prefix: prefix ? `${prefix}/` : '',
    endpoint,
    region,
    pathStyle: pathStyle === 'on',
    encryption,
  }
}
