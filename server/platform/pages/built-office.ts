import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The output of `npm run build` of this installation. */
export const officeFolder = join(import.meta.dirname, '../../../office/dist')

/** The pages of the back office and of /verify, and the widget. */
const entries = ['index.html', 'verify/verify.js', 'widget/v1.js', 'widget/v1-hints.js']

/** The files of the folder that a page loads. */
const loadedBy = (page: string): string[] =>
  [...page.matchAll(/\b(?:src|href)="\/office\/([^"?#]+)"/g)].map(([, path]) => path!)

/**
 * @param folder the output of `npm run build`
 * @returns the first file that it lacks; undefined: it is complete
 */
export async function missingOfficeFile(folder: string = officeFolder): Promise<string | undefined> {
  const page = await readFile(join(folder, entries[0]!), 'utf8').catch(() => '')
  for (const name of [...entries, ...loadedBy(page)]) {
    const path = join(folder, name)
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (!isThere) return path
  }
  return undefined
}
