import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SettingError } from './setting-error.ts'
import { settingTable } from './setting-table.ts'
import { readSettings } from './settings.ts'

test('12 without settings the defaults apply', () => {
  const settings = readSettings({}, '/srv')
  assert.deepEqual(
    [
      settings.port,
      settings.host,
      settings.dataFolder,
      settings.filesFolder,
      settings.databaseUrl,
      settings.timeZone,
    ],
    [8080, '127.0.0.1', '/srv/data', '/srv/data/files', undefined, 'Europe/Berlin'],
  )
  assert.deepEqual(
    [settings.maxBodyBytes, settings.maxAttachmentBytes],
    [16 * 1024 * 1024, 100 * 1024 * 1024],
  )
})

test('12 relative paths are resolved from the working directory', () => {
  assert.equal(readSettings({ KONTOR_DATA: 'd', KONTOR_FILES: 'f' }, '/srv').filesFolder, '/srv/f')
  assert.equal(readSettings({ KONTOR_DATA: '/var/d' }, '/srv').filesFolder, '/var/d/files')
})

test('12 an invalid setting is reported in one line that names it without its value', () => {
  for (const [name, value] of [
    ['KONTOR_PORT', '65536'],
    ['KONTOR_PORT', '-1'],
    ['KONTOR_PORT', 'http'],
    ['KONTOR_PORT', ''],
    ['KONTOR_HOST', ' '],
    ['KONTOR_DATABASE_URL', 'mysql://user:secret@host'],
    ['KONTOR_TIME_ZONE', 'Europe/Atlantis'],
    ['KONTOR_ATTACHMENT_MB', '0'],
    ['KONTOR_DATABASE_CONNECTIONS', '1'],
    ['KONTOR_ARCHIVE', '/a\nb'],
    ['KONTOR_ARCHIVE', 's3://A'],
    ['KONTOR_DATABASE_MEMORY', '0'],
    ['KONTOR_DATABASE_MEMORY', '0%'],
    ['KONTOR_DATABASE_MEMORY', '76%'],
    ['KONTOR_DATABASE_MEMORY', '15MiB'],
    ['KONTOR_DATABASE_MEMORY', '2GB'],
    ['KONTOR_METRICS', 'public'],
    ['KONTOR_SMTP_URL', 'http://mail.example'],
    ['KONTOR_SMTP_URL', 'smtp://'],
    ['KONTOR_SMTP_URL', 'smtp://office@mail.example'],
    ['KONTOR_SMTP_URL', 'smtp://office:secret@mail.example/path'],
    ['KONTOR_SMTP_URL', 'smtp://office:secret%@mail.example'],
    ['KONTOR_MAIL_FROM', 'Kontor'],
    ['KONTOR_MAIL_FROM', 'Kontor <a@b>, x@y'],
    ['KONTOR_IMAP_URL', 'pop3://office:secret@mail.example'],
    ['KONTOR_IMAP_URL', 'imaps://mail.example'],
    ['KONTOR_IMAP_URL', 'imaps://office:secret@mail.example/INBOX?x=1'],
    ['KONTOR_IMAP_AUTHSERV_IDS', 'mx.example; spf=pass'],
    ['KONTOR_IMAP_AUTHSERV_IDS', 'mx.example,'],
    ['KONTOR_BOUNCE_TOKEN', 'short'],
    ['KONTOR_LOG_LEVEL', 'loud'],
    ['KONTOR_POTR', '1'],
  ] as const)
    assert.throws(
      () => readSettings({ [name]: value }),
      (error) =>
        error instanceof SettingError &&
        error.message.startsWith(name) &&
        !error.message.includes('\n') &&
        !error.message.includes('secret'),
      `${name}=${value}`,
    )
  assert.ok(settingTable.every(({ help }) => help !== ''))
})

test('a missing setting for mail is named', () => {
  const KONTOR_SMTP_URL = 'smtps://office:s%40cret@mail.example'
  const KONTOR_MAIL_FROM = 'Kontor GmbH <office@kontor.example>'
  const KONTOR_URL = 'https://kontor.example/'
  assert.equal(readSettings({ KONTOR_MAIL_FROM }).mail, undefined)
  for (const [name, env] of [
    ['KONTOR_MAIL_FROM', { KONTOR_SMTP_URL, KONTOR_URL }],
    ['KONTOR_URL', { KONTOR_SMTP_URL, KONTOR_MAIL_FROM }],
  ] as const)
    assert.throws(
      () => readSettings(env),
      (error) =>
        error instanceof SettingError && error.message.startsWith(name) && !error.message.includes('cret'),
    )
  const { mail, publicUrl } = readSettings({ KONTOR_SMTP_URL, KONTOR_MAIL_FROM, KONTOR_URL })
  assert.deepEqual(
    [mail?.server.hostname, mail?.from, publicUrl],
    ['mail.example', { name: 'Kontor GmbH', address: 'office@kontor.example' }, 'https://kontor.example'],
  )
  const bare = readSettings({ KONTOR_SMTP_URL, KONTOR_MAIL_FROM: 'office@kontor.example', KONTOR_URL }).mail
  assert.deepEqual(bare?.from, { name: '', address: 'office@kontor.example' })
})

test('an archive is for the embedded database alone', () => {
  assert.equal(readSettings({}).archive, undefined)
  assert.equal(readSettings({ KONTOR_ARCHIVE: 'a b' }, '/srv').archive, '/srv/a b')
  const { archive } = readSettings({
    KONTOR_ARCHIVE: 's3://kontor/archive',
    KONTOR_FILES: 's3://kontor/files',
  })
  assert.deepEqual(typeof archive === 'object' && [archive.bucket, archive.prefix], ['kontor', 'archive/'])
  const KONTOR_DATABASE_URL = 'postgres://user@host/kontor'
  assert.throws(
    () => readSettings({ KONTOR_ARCHIVE: '/srv/a', KONTOR_DATABASE_URL }),
    /^Error: KONTOR_ARCHIVE is for/,
  )
})

test('a command is split at spaces outside quotes', () => {
  const commandOf = (KONTOR_SCAN: string) => readSettings({ KONTOR_SCAN }).scanCommand
  assert.equal(commandOf(''), undefined)
  assert.deepEqual(commandOf('clamdscan --fdpass'), ['clamdscan', '--fdpass'])
  assert.deepEqual(commandOf(`"/opt/my scan" 'a b' c`), ['/opt/my scan', 'a b', 'c'])
})

test('KONTOR_FILES may name a bucket; then only incoming files are in the data folder', () => {
  const read = (env: Record<string, string>) => readSettings({ KONTOR_DATA: '/data', ...env }, '/srv')
  const { filesBucket, filesFolder } = read({
    KONTOR_FILES: 's3://kontor/office/files/',
    KONTOR_FILES_ENDPOINT: 'https://s3.kontor.example',
  })
  assert.equal(filesFolder, '/data/files')
  assert.deepEqual(filesBucket, {
    name: 's3://kontor/office/files',
    bucket: 'kontor',
    prefix: 'office/files/',
    endpoint: 'https://s3.kontor.example',
    region: 'us-east-1',
    pathStyle: true,
    encryption: undefined,
  })
  const aws = read({
    KONTOR_FILES: 's3://kontor',
    AWS_REGION: 'eu-central-1',
    KONTOR_FILES_ENCRYPTION: 'AES256',
  })
  assert.deepEqual(
    [
      aws.filesBucket!.prefix,
      aws.filesBucket!.region,
      aws.filesBucket!.pathStyle,
      aws.filesBucket!.encryption,
    ],
    ['', 'eu-central-1', false, 'AES256'],
  )
  assert.equal(read({ KONTOR_FILES: 's3files' }).filesBucket, undefined)
  for (const [name, value] of [
    ['KONTOR_FILES', 's3://'],
    ['KONTOR_FILES', 's3://kontor/../other'],
    ['KONTOR_FILES', 's3://kontor/a b'],
    ['KONTOR_FILES', 'S3://Kontor'],
    ['KONTOR_FILES_ENDPOINT', 'https://user:secret@s3.example'],
    ['KONTOR_FILES_ENDPOINT', 's3.example'],
    ['KONTOR_FILES_REGION', 'eu central'],
    ['KONTOR_FILES_PATH_STYLE', 'yes'],
    ['KONTOR_FILES_ENCRYPTION', 'a b'],
  ] as const)
    assert.throws(
      () => read({ [name]: value }),
      (error: Error) => error.message.startsWith(`${name} must be`) && !error.message.includes('secret'),
      value,
    )
})

test('the mailbox: user, folder and password come from the URL, the password also from a file', (t) => {
  const folder = secretFolder(t, { 'imap.txt': 'secret\n' })
  const mailboxOf = (env: Record<string, string>) => readSettings(env, folder).mailbox
  assert.equal(mailboxOf({}), undefined)
  const named = mailboxOf({
    KONTOR_IMAP_URL: 'imaps://office%40a.example:se%2Fcret@mail.example/Eingang/Neu',
  })!
  assert.deepEqual([named.user, named.folder, named.password], ['office@a.example', 'Eingang/Neu', undefined])
  const plain = mailboxOf({
    KONTOR_IMAP_URL: 'imaps://office@mail.example',
    KONTOR_IMAP_PASSWORD_FILE: 'imap.txt',
    KONTOR_IMAP_MOVE_TO: 'Kontor',
    KONTOR_IMAP_AUTHSERV_IDS: 'MX1.example, mx2.example',
  })!
  assert.deepEqual(
    [plain.folder, plain.password, plain.moveTo],
    ['INBOX', { file: join(folder, 'imap.txt') }, 'Kontor'],
  )
  assert.deepEqual([named.authservIds, plain.authservIds], [[], ['mx1.example', 'mx2.example']])
  const both = {
    KONTOR_IMAP_URL: 'imaps://office:secret@mail.example',
    KONTOR_IMAP_PASSWORD_FILE: 'imap.txt',
  }
  assert.throws(() => mailboxOf(both), /KONTOR_IMAP_URL must contain a password, unless/)
  assert.throws(() => mailboxOf({ KONTOR_IMAP_URL: 'imaps://office@mail.example' }), SettingError)
})

/** A folder with these files. */
function secretFolder(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-settings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

test('every secret may come from a file, and is in no message', (t) => {
  const token = 'token of a mail service'.replaceAll(' ', '-')
  const folder = secretFolder(t, {
    token: `${token}\r\n`,
    url: 'postgres://kontor:secret@db.example/kontor\n',
    wrong: 'secret',
  })
  const read = (env: Record<string, string>) => readSettings(env, folder)
  assert.equal(read({ KONTOR_BOUNCE_TOKEN_FILE: 'token' }).bounceToken, token)
  assert.equal(read({ KONTOR_BOUNCE_TOKEN_FILE: '' }).bounceToken, '')
  assert.equal(
    read({ KONTOR_DATABASE_URL_FILE: join(folder, 'url') }).databaseUrl,
    'postgres://kontor:secret@db.example/kontor',
  )
  const secrets = settingTable.filter(({ isSecret }) => isSecret).map(({ name }) => name)
  const named = settingTable.filter(({ name }) => /^KONTOR_(?!RATE_).*_(URL|TOKEN|PASSPHRASE)$/.test(name))
  assert.deepEqual(
    secrets,
    named.map(({ name }) => name),
  )
  for (const name of secrets) {
    assert.throws(
      () => read({ [`${name}_FILE`]: 'missing' }),
      new SettingError(`${name}_FILE: the file cannot be read (ENOENT)`),
    )
    assert.throws(
      () => read({ [name]: 'secret', [`${name}_FILE`]: 'wrong' }),
      new SettingError(`${name} and ${name}_FILE exclude each other`),
    )
    assert.throws(
      () => read({ [`${name}_FILE`]: 'wrong' }),
      (error: Error) => error.message.startsWith(`${name} must`) && !/secret$/.test(error.message),
    )
  }
  for (const name of ['DATABASE', 'DATABASE_OWNER', 'SMTP', 'IMAP'])
    assert.throws(
      () => read({ [`KONTOR_${name}_PASSWORD_FILE`]: 'missing' }),
      new SettingError(`KONTOR_${name}_PASSWORD_FILE: the file cannot be read (ENOENT)`),
    )
})

test('the password of the mail server comes from the URL, a file or a command', (t) => {
  const folder = secretFolder(t, { smtp: 'secret\n' })
  const mailOf = (url: string, env: Record<string, string> = {}) =>
    readSettings(
      {
        KONTOR_SMTP_URL: url,
        KONTOR_MAIL_FROM: 'office@kontor.example',
        KONTOR_URL: 'https://kontor.example',
        ...env,
      },
      folder,
    ).mail
  const file = { KONTOR_SMTP_PASSWORD_FILE: 'smtp' }
  assert.deepEqual(mailOf('smtp://office@mail.example', file)?.password, { file: join(folder, 'smtp') })
  assert.deepEqual(
    mailOf('smtp://office@mail.example', { KONTOR_SMTP_PASSWORD_COMMAND: 'pass smtp' })?.password,
    { command: ['pass', 'smtp'] },
  )
  assert.equal(mailOf('smtp://office:secret@mail.example')?.password, undefined)
  assert.equal(mailOf('smtp://mail.example')?.password, undefined)
  for (const wrong of [
    () => mailOf('smtp://office@mail.example'),
    () => mailOf('smtp://office:secret@mail.example', file),
    () => mailOf('smtp://mail.example', file),
    () => mailOf('smtp://:secret@mail.example'),
  ])
    assert.throws(wrong, /^Error: KONTOR_SMTP_URL must/)
})

test('backups: a folder or a bucket, times of day, and which are kept', () => {
  const backupOf = (env: Record<string, string>) => readSettings(env, '/srv').backup
  assert.equal(backupOf({ KONTOR_BACKUP_AT: '02:00' }), undefined)
  assert.deepEqual(backupOf({ KONTOR_BACKUP: 'backups' }), {
    place: '/srv/backups',
    times: ['01:30'],
    keep: { days: 7, weeks: 4, months: 12 },
  })
  const { place, times, keep } = backupOf({
    KONTOR_BACKUP: 's3://kontor/backups',
    KONTOR_BACKUP_AT: '13:00,01:15',
    KONTOR_BACKUP_KEEP: 'all',
  })!
  assert.deepEqual(
    [typeof place === 'object' && place.prefix, times, keep],
    ['backups/', ['01:15', '13:00'], undefined],
  )
  for (const [name, value] of [
    ['KONTOR_BACKUP', 's3://A'],
    ['KONTOR_BACKUP_AT', '24:00'],
    ['KONTOR_BACKUP_AT', ''],
    ['KONTOR_BACKUP_KEEP', '0d,0w,0m'],
    ['KONTOR_BACKUP_KEEP', '7'],
  ] as const)
    assert.throws(
      () => backupOf({ KONTOR_BACKUP: 'b', [name]: value }),
      RegExp(`^Error: ${name} must`),
      value,
    )
})

test('every setting that the documentation names exists', () => {
  const settings = new Set(settingTable.map(({ name }) => name))
  // Of samples, releases, the compose file and tests.
  const isOther = (name: string) =>
    /^KONTOR_(KEY|TOKEN|RELEASE_KEY|IMAGE|CHANGE_STEPS|(TEST|WALK)_\w+)$/.test(name)
  const root = join(import.meta.dirname, '../../..')
  for (const file of globSync('{*.md,docs/**/*.md,clients/**/*.md,deploy/**/*}', { cwd: root }).filter(
    (path) => !path.includes('node_modules') && statSync(join(root, path)).isFile(),
  ))
    for (const [name] of readFileSync(join(root, file), 'utf8').matchAll(
      /\bKONTOR_[A-Z]+(?:_[A-Z]+)*\b(?!_)/g,
    ))
      assert.ok(settings.has(name) || isOther(name), `${file}: ${name}`)
})
