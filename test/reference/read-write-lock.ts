// A readers-writer lock: shared holders run together, an exclusive holder runs without others.

export type ReadWriteLock = {
  /** Runs `work` together with other shared holders. */
  shared<T>(work: () => Promise<T>): Promise<T>
  /** Waits until all holders have finished, and keeps others waiting until `work` is done. */
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
