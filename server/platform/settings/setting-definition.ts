// How a setting of the environment is described; the table of all of them is setting-table.ts.
import { readFileSync } from 'node:fs'
import { SettingError } from './setting-error.ts'

/** A setting: an environment variable. `check` returns what is wrong with a value. */
export type SettingDefinition = {
  name: string
  help: string
  defaultValue: string
  /** The value may contain a secret: the setting NAME_FILE may name a file that contains it. */
  isSecret?: true
  check: (value: string) => string | undefined
}

/** A setting and, if it is secret, the setting of a file with its value. */
export const withSecretFile = (setting: SettingDefinition): SettingDefinition[] =>
  setting.isSecret
    ? [
        setting,
        {
          name: `${setting.name}_FILE`,
          help: `file that contains ${setting.name}`,
          defaultValue: '',
          check: () => undefined,
        },
      ]
    : [setting]

/**
 * Reads a file that a setting names. Its last line may end with a line break, which is no part of the value.
 * @throws SettingError
 */
export function readSecretFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new SettingError(`${name}: the file cannot be read (${(error as { code?: string }).code})`)
  }
}

/** @returns a check for a whole number of a range */
export const checkInteger = (from: number, to: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to
    ? undefined
    : `must be a whole number from ${from} to ${to}`

/** A setting for which 0 means no limit. */
export const limitSetting = (name: string, help: string, defaultValue: number): SettingDefinition => ({
  name,
  help: `${help}; 0: no limit`,
  defaultValue: String(defaultValue),
  check: checkInteger(0, 1_000_000_000),
})

/** A limit that each process of the service keeps for itself. */
export const processLimit = (name: string, help: string, defaultValue: number): SettingDefinition =>
  limitSetting(name, `${help}, for each process of the service`, defaultValue)

/** The settings of a file or a command that tells the password of a URL. */
export const passwordSettings = (name: string, url: string): SettingDefinition[] =>
  [
    {
      name: `${name}_FILE`,
      help: `file whose first line is the password of ${url}, instead of one in the URL`,
    },
    {
      name: `${name}_COMMAND`,
      help: `command that prints the password of ${url}, instead of one in the URL`,
    },
  ].map((setting) => ({ ...setting, defaultValue: '', check: () => undefined }))

/** @returns what is wrong with a blank value */
export const checkNotEmpty = (value: string) => (value.trim() === '' ? 'must not be empty' : undefined)
