// Many go through together, or one alone.

export type Gate = {
  /** Does something beside others. */
  shared<T>(work: () => Promise<T>): Promise<T>
  /** Waits until nobody is inside, and keeps all out until it is done. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function gate(): Gate {
  let inside = 0
  let closed: Promise<unknown> = Promise.resolve()
  let isClosed = false
  let emptied: (() => void) | undefined

  return {
    async shared(work) {
      while (isClosed) await closed
      inside++
      try {
        return await work()
      } finally {
        if (--inside === 0) emptied?.()
      }
    },
    async alone(work) {
      while (isClosed) await closed
      isClosed = true
      const done = Promise.withResolvers<void>()
      closed = done.promise
      try {
        if (inside > 0)
          await new Promise<void>((resolve) => {
            emptied = resolve
          })
        emptied = undefined
        return await work()
      } finally {
        isClosed = false
        done.resolve()
      }
    },
  }
}
