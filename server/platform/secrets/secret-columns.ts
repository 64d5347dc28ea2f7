// The secrets that the database stores, because Kontor needs their plaintext: each column once. Encryption, rotation, their loss and
// the tests follow from this list. What is only compared is stored as a hash, and passwords of SMTP and IMAP are settings.

/** A column with encrypted secrets. */
export type SecretColumn = {
  table: string
  column: string
  /** The column that identifies the record, as SQL: a secret is valid for this record alone. */
  record: string
  /** The column is bytea; otherwise it is text. */
  isBinary?: true
  /** In a sentence of the operator. */
  name: string
  /** The consequence if they are lost, as a sentence of the operator. */
  loss: string
  /** The records of those that cannot be decrypted, for a list: SQL with the parameter $1, their record. */
  owners: string
  /** Statements that forget them, with the parameter $1, their record. */
  forget: readonly string[]
}

const newSecret = `encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex')`

export const secretColumns = {
  totpSeed: {
    table: 'app_user',
    column: 'totp_secret',
    record: 'id',
    name: 'second factors',
    loss: 'these users sign in by their password alone until they set a second factor up again',
    owners: 'select email as name from app_user where id = $1::int',
    forget: [
      `update app_user set totp_secret = '', totp_confirmed = false, totp_last_step = 0 where id = $1::int`,
    ],
  },
  signingSeed: {
    table: 'signing_secret',
    column: 'seed',
    record: 'signing_key_id',
    isBinary: true,
    name: 'keys that sign certificates',
    loss: 'the next certificate of these clients gets a new key; those issued before stay valid',
    owners: 'select c.name from signing_key k join client c on c.id = k.client_id where k.id = $1::int',
    forget: ['delete from signing_secret where signing_key_id = $1::int'],
  },
  webhookSecret: {
    table: 'webhook_secret',
    column: 'secret',
    record: 'webhook_id',
    name: 'secrets of webhooks',
    loss: 'these webhooks are switched off; give each a new secret, tell it to the receiver, and switch it on',
    owners: `select coalesce(nullif(name, ''), url) as name from webhook where id = $1::int`,
    forget: [
      'delete from webhook_secret where webhook_id = $1::int',
      `insert into webhook_secret (webhook_id, secret) values ($1::int, 'whsec_' || encode(decode(${newSecret}, 'hex'), 'base64'))`,
      `update webhook set is_active = false where id = $1::int`,
    ],
  },
  challengeSecret: {
    table: 'challenge_secret',
    column: 'secret',
    record: 'is_only',
    name: 'secret of challenges to visitors',
    loss: 'visitors who are booking at this moment solve another challenge',
    owners: `select 'the public interface' as name where $1::boolean`,
    forget: [`update challenge_secret set secret = ${newSecret} where is_only = $1::boolean`],
  },
} as const satisfies Record<string, SecretColumn>

export type SecretKind = keyof typeof secretColumns
