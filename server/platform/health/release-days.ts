// When the versions of Node and PostgreSQL that package.json pins were published, as the registry says (`npm view <package> time`).
// Nothing is asked over the network: a test demands a line for each pinned version.

/** The programs below Kontor, by their version. */
export const releaseDays = {
  Node: {
    '24.18.1': '2026-09-29',
    '24.22.0': '2026-10-15',
    '24.22.3': '2026-11-12',
    '26.10.0': '2026-09-23',
  },
  PostgreSQL: { '18.4': '2026-06-06' },
} as const satisfies Record<string, Record<string, string>>
export type Program = keyof typeof releaseDays

const dayMs = 86_400_000

/** The age of a version in days; undefined: it is none of the pinned ones, such as that of an external server. */
export function ageInDays(program: Program, version: string, now: number): number | undefined {
  const days: Readonly<Record<string, string>> = releaseDays[program]
  const day = Object.hasOwn(days, version) ? days[version]! : undefined
  return day === undefined ? undefined : Math.max(0, Math.floor((now - Date.parse(day)) / dayMs))
}
