// The roles of recipients. Without imports, because the back office asks the same.
type Properties = {
  /** The message is about the seats of the recipient, otherwise about the date with all its participants. */
  hasSeats: boolean
  /** The recipient takes part, and is named without the role. */
  isParticipant: boolean
  /** The message is about the seats that its cause concerns. */
  isOrderer: boolean
  isTrainer: boolean
  /** Greeted without a name. */
  isLocation: boolean
}

const none = {
  hasSeats: false,
  isParticipant: false,
  isOrderer: false,
  isTrainer: false,
  isLocation: false,
} as const

const record = {
  participant: { ...none, hasSeats: true, isParticipant: true },
  orderer: { ...none, hasSeats: true, isOrderer: true },
  trainer: { ...none, isTrainer: true },
  location: { ...none, isLocation: true },
  staff: none,
} as const satisfies Record<string, Properties>

export type Role = keyof typeof record
export const roles = Object.keys(record) as Role[]

export const hasSeats = (role: Role): boolean => record[role].hasSeats
export const isParticipant = (role: Role): boolean => record[role].isParticipant
export const isOrderer = (role: Role): boolean => record[role].isOrderer
export const isTrainer = (role: Role): boolean => record[role].isTrainer
export const isLocation = (role: Role): boolean => record[role].isLocation
