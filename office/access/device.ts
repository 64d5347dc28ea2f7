// What a browser calls itself, said shortly.

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

const found = (agent: string, of: [string, RegExp][]): string =>
  of.find(([, sign]) => sign.test(agent))?.[0] ?? ''

/** `Firefox, Windows`; the word itself where it is no browser's. */
export const deviceOf = (agent: string): string =>
  [found(agent, browsers), found(agent, systems)].filter((part) => part !== '').join(', ') ||
  agent.slice(0, 40)
