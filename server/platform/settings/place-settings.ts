// Folders and buckets.
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

/** The settings of the stored files, of S3 stores and of the archive of the database. */
export const placeSettings: readonly SettingDefinition[] = [
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
