// The browser of tests and pictures.
import { existsSync } from 'node:fs'
import { needs } from './programs.ts'

const candidates = [
  process.env['CHROMIUM_PATH'] ?? '',
  // Without windows: needs half the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
]

/** The program of Chromium; '': none. */
export const browserPath = candidates.find(existsSync) ?? ''

/** An option of tests. */
export const skipWithoutBrowser = browserPath ? false : needs('chromium-headless-shell')
