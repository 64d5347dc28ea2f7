// Notices that wait for the one that is shown.
import { NotificationContext, useNotificationContext } from 'ra-core'
import { type ReactNode, useCallback, useMemo } from 'react'

/** react-admin's queue loses a notice that is added while another one is being taken. */
export function NotificationQueue({ children }: { children: ReactNode }) {
  const queue = useNotificationContext()
  const { notifications, setNotifications } = queue
  const takeNotification = useCallback(() => {
    const [first] = notifications
    setNotifications((current) => current.filter((notification) => notification !== first))
    return first
  }, [notifications, setNotifications])
  const value = useMemo(() => ({ ...queue, takeNotification }), [queue, takeNotification])
  return <NotificationContext.Provider value={value}>{children}</NotificationContext.Provider>
}
