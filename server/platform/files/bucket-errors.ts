// Errors of a bucket that tell the operator what is wrong.
import { Failure } from '../ground/errors.ts'
import { FilesUnavailable } from './files-unavailable.ts'

const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

/** Faults of the settings, by the store's or the client's name of the error. */
const faults: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidBucketName: 'the name of the bucket is not valid',
  InvalidAccessKeyId: 'the store does not know the access key',
  SignatureDoesNotMatch: 'the secret access key is wrong',
  ExpiredToken: 'the credentials have expired',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  AccessDenied: 'the credentials lack a right on the bucket',
  Forbidden: 'the credentials lack a right on the bucket',
  PermanentRedirect: 'the bucket is in another region: see KONTOR_FILES_REGION',
  AuthorizationHeaderMalformed: 'the bucket is in another region: see KONTOR_FILES_REGION',
  CredentialsProviderError:
    'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source of the AWS SDK',
}

export type StoreError = Error & { code?: string; path?: string; $metadata?: { httpStatusCode?: number } }

/** The text has only names of errors: messages and fields of the store’s may contain keys. */
export function toUnavailable(bucket: string, thrown: unknown): Error {
  if (thrown instanceof FilesUnavailable || thrown instanceof Failure) return thrown
  const { name, code, path, $metadata } = thrown as StoreError
  const status = $metadata?.httpStatusCode
  const fault = Object.hasOwn(faults, name)
    ? faults[name]
    : status === 403
      ? faults['AccessDenied']
      : undefined
  if (fault) return new FilesUnavailable(`${bucket}: ${fault} (${name})`, true)
  if (
    name === 'TimeoutError' ||
    name === 'AbortError' ||
    (status === undefined && code !== undefined && !path)
  )
    return new FilesUnavailable(`${bucket}: the store cannot be reached (${code ?? name})`)
  // A fault of the local disk, or of the code.
  if (status === undefined) return thrown as Error
  return status < 400 || status === 404 || status === 405
    ? new FilesUnavailable(
        `${bucket}: the endpoint does not answer like an S3 store (status ${status})`,
        true,
      )
    : new FilesUnavailable(`${bucket}: the store answers with status ${status} (${name})`)
}

export const isMissing = (thrown: unknown) => missing.has((thrown as Error).name)
