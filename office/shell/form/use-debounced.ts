// A text as it is once nobody has typed for a moment.
import { useEffect, useState } from 'react'

export function useDebounced(text: string, delayMs = 200): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return debounced
}
