// Browser and operating system of a user agent.

const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\/|Chromium\//],
  ['Safari', /Safari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

const firstMatch = (agent: string, patterns: [string, RegExp][]): string =>
  patterns.find(([, sign]) => sign.test(agent))?.[0] ?? ''

/** `Firefox, Windows`; an unknown user agent is returned unchanged. */
export const deviceOf = (agent: string): string =>
  [firstMatch(agent, browsers), firstMatch(agent, systems)].filter((name) => name !== '').join(', ') ||
  agent.slice(0, 40)
