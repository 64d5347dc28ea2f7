/** How long consumers can withdraw from a contract (§ 355 BGB). */
export const withdrawalDays = 14
