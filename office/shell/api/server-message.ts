// Messages of the server in the language of the page.
import { createContext, useContext } from 'react'

/** Set by the app, which has the texts of all sections. */
export const ServerMessageContext = createContext((message: string) => message)

export const useServerMessage = (): ((message: string) => string) => useContext(ServerMessageContext)
