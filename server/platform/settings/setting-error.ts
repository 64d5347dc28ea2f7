/** An invalid setting: one line for the operator. */
export class SettingError extends Error {}
