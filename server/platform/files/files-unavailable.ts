import { NotReady } from '../ground/errors.ts'

/** The store of the files cannot be used. `isSetting`: a setting is wrong, so that waiting does not help. */
export class FilesUnavailable extends NotReady {
  readonly isSetting: boolean

  constructor(message: string, isSetting = false) {
    super(message, 'files_unavailable')
    this.isSetting = isSetting
  }
}
