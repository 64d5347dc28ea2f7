/** In bytes: a logo of this size is larger than a letter needs. */
export const maxLogoBytes = 1024 * 1024
