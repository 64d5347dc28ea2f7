/** Whether the receiving server has proven the sender of a mail, and whether the mail is filed at its contact without staff. */
export const senderAuthentications = {
  /** The domain of the sender has confirmed the mail. */
  pass: { isFiled: true },
  /** The domain of the sender has not confirmed the mail, but another one may have. */
  fail: { isFiled: false },
  /** The domain of the sender gives no means to tell. */
  none: { isFiled: true },
  /** No server that the settings name has checked it. */
  unknown: { isFiled: true },
} as const

export type SenderAuthentication = keyof typeof senderAuthentications

export const senderAuthenticationNames = Object.keys(senderAuthentications) as SenderAuthentication[]
