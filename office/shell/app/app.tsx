// The back office: react-admin with the providers, the frame and the pages of all parts.
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { isValidElement, Suspense } from 'react'
import {
  AdminContext,
  AdminUI,
  Authenticated,
  CustomRoutes,
  localStorageStore,
  Resource,
  type ResourceProps,
  type Store,
} from 'react-admin'
import { Route } from 'react-router-dom'
import { makeAuthProvider, rightFor } from '../api/auth-provider.ts'
import { makeDataProvider } from '../api/data-provider.ts'
import { SayContext } from '../api/server-message.ts'
import { Guarded } from './guarded.tsx'
import { makeTexting } from './i18n.ts'
import { InvitePage } from './invite-page.tsx'
import { OfficeLayout } from './layout.tsx'
import { NotAllowedPage, NotFoundPage } from './message-page.tsx'
import type { PartResource } from './section.ts'
import { parts } from './sections.ts'
import { SignInPage } from './sign-in-page.tsx'
import { Styles } from './styles.tsx'
import { darkTheme, lightTheme } from './theme.ts'

const queryClient: QueryClient = new QueryClient({
  // Whatever was saved stands in the log now.
  mutationCache: new MutationCache({
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ['changes'] })
    },
  }),
  // What fails is told at once, a lost connection too: nothing waits in secret. api() repeats where repeating helps.
  defaultOptions: {
    queries: { retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

const resources = parts.flatMap((part) => part.resources ?? [])
const routes = parts.flatMap((part) => part.routes ?? [])
const { i18nProvider, say, fieldName } = makeTexting(parts)
const subjects = new Map(resources.map(({ name, subject }) => [name, subject ?? name.replace(/s$/, '')]))

const dataProvider = makeDataProvider({
  queryClient,
  subjectOf: (resource) => subjects.get(resource) ?? resource,
  say,
  fieldName,
})
const authProvider = makeAuthProvider(resources)

const kept = localStorageStore('1', 'kontor')
/** Signing out forgets what was looked for in lists, not the language, the look, columns and saved filters. */
const store: Store = {
  ...kept,
  reset() {
    for (const { name } of resources) kept.removeItem(`${name}.listParams`)
  },
}

const start = routes.find(({ path }) => path === '/')
const StartPage = () => start?.element

// react-admin looks at rights while a page is loading already, and asks for its records.
function guardedPages(given: PartResource): ResourceProps {
  const { right: _right, subject: _subject, ...resource } = given
  const pages = (['list', 'create', 'edit', 'show'] as const).flatMap((action) => {
    const page = resource[action]
    if (!isValidElement(page)) return []
    return [
      [
        action,
        <Guarded key={action} right={rightFor(given, action)}>
          {page}
        </Guarded>,
      ] as const,
    ]
  })
  return { ...resource, ...Object.fromEntries(pages) }
}

export function App() {
  return (
    <Styles>
      <SayContext value={say}>
        <AdminContext
          authProvider={authProvider}
          dataProvider={dataProvider}
          i18nProvider={i18nProvider}
          queryClient={queryClient}
          store={store}
          theme={lightTheme}
          darkTheme={darkTheme}
        >
          <AdminUI
            dashboard={start && StartPage}
            accessDenied={NotAllowedPage}
            catchAll={NotFoundPage}
            disableTelemetry
            layout={OfficeLayout}
            loginPage={SignInPage}
            requireAuth
            title="Kontor"
          >
            {resources.map((resource) => (
              <Resource key={resource.name} {...guardedPages(resource)} />
            ))}
            <CustomRoutes noLayout>
              <Route path="/invite/:secret" element={<InvitePage />} />
              {routes
                .filter(({ bare }) => bare)
                .map(({ path, element, right }) => (
                  <Route
                    key={path}
                    path={path}
                    element={
                      <Authenticated>
                        <Suspense fallback={null}>
                          <Guarded right={right}>{element}</Guarded>
                        </Suspense>
                      </Authenticated>
                    }
                  />
                ))}
            </CustomRoutes>
            <CustomRoutes>
              {routes
                .filter((route) => route !== start && !route.bare)
                .map(({ path, element, right }) => (
                  <Route key={path} path={path} element={<Guarded right={right}>{element}</Guarded>} />
                ))}
            </CustomRoutes>
          </AdminUI>
        </AdminContext>
      </SayContext>{' '}
    </Styles>
  )
}
