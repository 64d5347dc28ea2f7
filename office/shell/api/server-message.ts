// The server's sentences in the language of the page.
import { createContext, useContext } from 'react'

/** Given by the app, which knows the sentences of all parts. */
export const ServerMessageContext = createContext((message: string) => message)

export const useServerMessage = (): ((message: string) => string) => useContext(ServerMessageContext)
