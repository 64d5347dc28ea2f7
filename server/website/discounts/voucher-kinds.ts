// The kinds of vouchers. Without imports, because the back office asks the same.

/** `isMoney`: the value is an amount off the order; otherwise a percentage of each seat. */
export const voucherKinds = {
  amount: { isMoney: true },
  percent: { isMoney: false },
} as const
export type VoucherKind = keyof typeof voucherKinds
export const voucherKindNames = Object.keys(voucherKinds) as VoucherKind[]
