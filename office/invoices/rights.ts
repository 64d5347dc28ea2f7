/** The rights for creating an invoice confirmation: the receiver is chosen among the contacts. */
export const confirmationRights = ['100400', '100100', '090300:access'] as const
