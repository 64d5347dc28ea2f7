import { bodyTries } from './bodies.ts'
import { fileTries } from './files.ts'
import { httpTries } from './http.ts'
import { signInTries } from './sign-in.ts'
import type { Try } from './try.ts'
import { visitorTries } from './visitors.ts'
import { writeTries } from './writes.ts'

/** Every try, in the order in which they run: the first sign-in comes before the passwords are guessed. */
export const tries: readonly Try[] = [
  ...signInTries,
  ...bodyTries,
  ...fileTries,
  ...httpTries,
  ...visitorTries,
  ...writeTries,
]
