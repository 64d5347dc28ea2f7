// The archive of the embedded database in a folder.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { openArchive } from '../../server/platform/files/open-archive.ts'
import { inheritOwner } from '../../server/platform/ground/account.ts'
import { timeout } from '../support/archived-instance.ts'
import { testArchive } from './archive-tests.ts'

suite('an archive in a folder', () => {
  const folder = testArchive('folder', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'kontor-archive-'))
    // The database of root runs under another account.
    await chmod(parent, 0o755)
    const url = join(parent, `a 'b" $c %p`)
    const wal = join(url, 'wal')
    return {
      url,
      env: {},
      archive: await openArchive(url),
      async write(name, content) {
        await writeFile(join(url, name), content)
        await inheritOwner(join(url, name))
      },
      stallBaseBackup: () => () => {},
      isMakingBaseBackup: async () =>
        (await readdir(join(url, 'base'), { recursive: true })).some((name) => name.endsWith('.tmp')),
      takeAway: () => rename(wal, `${wal}-gone`),
      async bringBack() {
        assert.deepEqual((await readdir(url)).toSorted(), ['base', 'wal-gone'], 'no command hides the fault')
        await rename(`${wal}-gone`, wal)
      },
      close: () => rm(parent, { recursive: true, force: true }),
    }
  })

  test('a base backup of Kontor 0.2.0 is restored', { timeout }, async () => {
    const { listBase, newFolder, restoreTo, contactsIn } = folder.kontor()
    const base = join(folder.place().url, 'base', (await listBase())[0]!)
    const { content, ...former } = JSON.parse(await readFile(join(base, 'backup.json'), 'utf8'))
    const data = join(base, 'data')
    await mkdir(data)
    assert.equal(spawnSync('tar', ['-xzf', `${data}.tar.gz`, '-C', data]).status, 0)
    await writeFile(join(data, 'backup_label'), content.label)
    await rm(`${data}.tar.gz`)
    await writeFile(join(base, 'backup.json'), JSON.stringify(former))
    const restored = await newFolder()
    const { code, stderr } = await restoreTo('latest', restored)
    assert.equal(code, 0, stderr)
    assert.equal((await contactsIn(restored)).length, 5)
  })
})
