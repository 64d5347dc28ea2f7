import type { Settings } from '../settings/settings.ts'
import type { Files, FilesOptions } from './files.ts'

/** Opens the store of the settings. A bucket's store is not contacted yet. */
export async function openFiles(
  { filesFolder, filesBucket }: Pick<Settings, 'filesFolder' | 'filesBucket'>,
  options: FilesOptions,
): Promise<Files> {
  if (filesBucket) {
    // Loading the client takes more than half a second.
    const { openBucketFiles } = await import('./bucket-files.ts')
    return openBucketFiles(filesBucket, filesFolder, options)
  }
  const { openFolderFiles } = await import('./folder-files.ts')
  return openFolderFiles(filesFolder, options)
}
