// A text that changes only after a pause in typing.
import { useEffect, useState } from 'react'

export function useDebounced(text: string, delayMs = 200): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return debounced
}
