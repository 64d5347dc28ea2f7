// The back office: react-admin with providers, layout and all sections.
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { isValidElement, type ReactNode, Suspense } from 'react'
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
import { Route, useParams } from 'react-router-dom'
import { setErrorTexts } from '../shell/api/api.ts'
import { createAuthProvider, rightFor } from '../shell/api/auth-provider.ts'
import { createDataProvider } from '../shell/api/data-provider.ts'
import { readAheadOf } from '../shell/api/read-ahead.ts'
import { logTexts } from '../shell/history/log-texts.ts'
import { createLocalization } from '../shell/language/i18n.ts'
import { NotAllowedPage, NotFoundPage } from '../shell/page/message-page.tsx'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import { defaultSubject, type SectionResource } from '../shell/section/section.ts'
import { SectionsContext } from '../shell/section/sections-context.ts'
import { Styles } from '../shell/theme/styles.tsx'
import { darkTheme, lightTheme } from '../shell/theme/theme.ts'
import { Guarded } from './guarded.tsx'
import { OfficeLayout } from './layout.tsx'
import { NotificationQueue } from './notification-queue.tsx'
import { sections } from './sections.ts'
import { SignInPage } from './sign-in-page.tsx'

const InvitationPage = lazyComponent(async () => (await import('./invitation-page.tsx')).InvitationPage)

const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess: () => {
      // Every write adds entries to the change log.
      queryClient.invalidateQueries({ queryKey: ['changes'] })
      // It may change other records than its own, which are read again when their pages are opened.
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[1] === 'getOne',
        refetchType: 'none',
      })
    },
  }),
  // Errors are shown at once, also without a connection. `api` retries where it helps.
  defaultOptions: {
    queries: { retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

readAheadOf(Object.assign({}, ...sections.map((section) => section.readAhead)), queryClient)

const resources = sections.flatMap((section) => section.resources ?? [])
const routes = sections.flatMap((section) => section.routes ?? [])
const { i18nProvider, errorText, fieldName } = createLocalization([
  logTexts,
  ...sections.flatMap(({ texts }) => texts ?? []),
])
setErrorTexts(errorText)
const subjects = new Map(resources.map(({ name, subject = defaultSubject(name) }) => [name, subject]))

const dataProvider = createDataProvider({
  queryClient,
  subjectOf: (resource) => subjects.get(resource) ?? resource,
  fieldName,
})
const authProvider = createAuthProvider(resources)

const browserStore = localStorageStore('1', 'kontor')
/** Signing out resets the filters of lists, but not language, theme, columns and saved filters. */
const store: Store = {
  ...browserStore,
  reset() {
    for (const { name } of resources) browserStore.removeItem(`${name}.listParams`)
  },
}

const startRoute = routes.find(({ path }) => path === '/')
const StartPage = () => startRoute?.element

/** react-admin shows the list for each address below it that is no page. */
const ListRoute = ({ children }: { children: ReactNode }) => (useParams()['*'] ? <NotFoundPage /> : children)

// react-admin checks rights only while the page is already being loaded.
function guardPages(resourceSection: SectionResource): ResourceProps {
  const { right: _right, subject: _subject, ...resource } = resourceSection
  const pages = (['list', 'create', 'edit', 'show'] as const).flatMap((action) => {
    const page = resource[action]
    if (!isValidElement(page)) return []
    return [
      [
        action,
        <Guarded key={action} right={rightFor(resourceSection, action)}>
          {action === 'list' ? <ListRoute>{page}</ListRoute> : page}
        </Guarded>,
      ] as const,
    ]
  })
  return { ...resource, ...Object.fromEntries(pages), options: { subject: subjects.get(resource.name) } }
}

export function App() {
  return (
    <Styles>
      <SectionsContext value={sections}>
        <AdminContext
          authProvider={authProvider}
          dataProvider={dataProvider}
          i18nProvider={i18nProvider}
          queryClient={queryClient}
          store={store}
          theme={lightTheme}
          darkTheme={darkTheme}
        >
          <NotificationQueue>
            <AdminUI
              dashboard={startRoute && StartPage}
              accessDenied={NotAllowedPage}
              catchAll={NotFoundPage}
              disableTelemetry
              layout={OfficeLayout}
              loginPage={SignInPage}
              requireAuth
              title="Kontor"
            >
              {resources.map((resource) => (
                <Resource key={resource.name} {...guardPages(resource)} />
              ))}
              <CustomRoutes noLayout>
                <Route
                  path="/invitation/:secret"
                  element={
                    <Suspense fallback={null}>
                      <InvitationPage />
                    </Suspense>
                  }
                />
                {routes
                  .filter(({ noLayout }) => noLayout)
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
                  .filter((route) => route !== startRoute && !route.noLayout)
                  .map(({ path, element, right }) => (
                    <Route key={path} path={path} element={<Guarded right={right}>{element}</Guarded>} />
                  ))}
              </CustomRoutes>
            </AdminUI>
          </NotificationQueue>
        </AdminContext>
      </SectionsContext>
    </Styles>
  )
}
