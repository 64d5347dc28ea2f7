// Many go through together, or one alone.

export type ReadWriteLock = {
  /** Does something beside others. */
  shared<T>(work: () => Promise<T>): Promise<T>
  /** Waits until nobody is inside, and keeps all out until it is done. */
  exclusive<T>(work: () => Promise<T>): Promise<T>
}

export function readWriteLock(): ReadWriteLock {
  let activeCount = 0
  let closed: Promise<unknown> = Promise.resolve()
  let isClosed = false
  let onEmpty: (() => void) | undefined

  return {
    async shared(work) {
      while (isClosed) await closed
      activeCount++
      try {
        return await work()
      } finally {
        if (--activeCount === 0) onEmpty?.()
      }
    },
    async exclusive(work) {
      while (isClosed) await closed
      isClosed = true
      const done = Promise.withResolvers<void>()
      closed = done.promise
      try {
        if (activeCount > 0)
          await new Promise<void>((resolve) => {
            onEmpty = resolve
          })
        onEmpty = undefined
        return await work()
      } finally {
        isClosed = false
        done.resolve()
      }
    },
  }
}
